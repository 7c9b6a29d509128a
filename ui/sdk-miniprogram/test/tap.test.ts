import { describe, expect, it } from 'vitest';
import { House } from './house';

describe('the prompt', () => {
  it('is called in the turn of the tap', async () => {
    const house = await House.open();

    void house.tap();

    expect(house.app.prompts).toEqual([['drink']]);
    await house.phone.settle();
    expect(house.phone.person.quota.get('drink')).toBe(1);
  });

  it('is refused by the phone when anything is awaited before it', async () => {
    const house = await House.open();

    const late = house.app.tap(async () => {
      await Promise.resolve();
      return house.checkin.checkIn();
    });
    await house.phone.settle();

    const { prompt, outcome } = await late;
    expect(prompt?.problem?.remedy).toBe('unknown');
    expect(prompt?.problem?.text).toContain('TAP gesture');
    expect(outcome).toBe('recorded');
  });

  it('comes after the check-in was written and before anything is submitted', async () => {
    const house = await House.open();
    house.phone.steps.length = 0;

    await house.tapped();

    expect(house.phone.steps).toEqual([
      'written',
      'prompt called',
      'prompt answered',
      'written',
      'request called',
      'request arrived',
      'written',
    ]);
  });

  it('stays closed while an authorisation is left', async () => {
    const house = new House();
    house.server.available = 2;
    await house.resume();

    const { prompt } = await house.tapped();

    expect(prompt).toBeNull();
    expect(house.app.prompts).toEqual([]);
  });

  it('opens below the low-water mark', async () => {
    const house = new House();
    house.server.available = 1;
    house.server.lowWater = 2;
    await house.resume();

    await house.tapped();

    expect(house.server.available).toBe(2);
    expect(house.checkin.view().willAsk).toBe(false);
  });

  it('stays closed for a plan that is off, or that nothing is known of', async () => {
    const unknown = new House();
    unknown.phone.network = 'down';
    await unknown.tapped();
    expect(unknown.app.prompts).toEqual([]);

    const off = new House();
    off.server.state = 'disabled';
    await off.resume();
    await off.tapped();
    expect(off.app.prompts).toEqual([]);
  });

  it('stays closed offline once an authorisation waits to be submitted', async () => {
    const house = await House.open();
    house.phone.network = 'lost';

    await house.tapped();
    await house.tapped();

    expect(house.app.prompts).toHaveLength(1);
    expect(house.checkin.view().waiting).toBe(2);
  });

  it('asks for more templates as far as one prompt holds them, the plan\'s own first', async () => {
    const house = await House.open({ templates: ['news', 'drink', 'walk', 'sleep'] });

    await house.tapped();

    expect(house.app.prompts).toEqual([['drink', 'news', 'walk']]);
    expect([...house.server.grants.values()]).toEqual([
      'drink accept',
      'news accept',
      'walk accept',
    ]);
    expect(house.server.paths().slice(1, 4)).toEqual([
      'POST /v1/recipients/anna/plans/water/checkins',
      'POST /v1/recipients/anna/grants',
      'POST /v1/recipients/anna/grants',
    ]);
    expect(house.server.calls[2]?.data).toMatchObject({
      channel: 'wechat-subscribe',
      template: 'news',
      status: 'accept',
    });
  });

  it('rests for a day after a refusal, but not when the person turns reminders on', async () => {
    const house = await House.open();
    house.phone.person.says.set('drink', 'reject');

    await house.tapped();
    await house.tapped();
    expect(house.app.prompts).toHaveLength(1);

    await house.phone.pass(24 * 3600);
    await house.tapped();
    expect(house.app.prompts).toHaveLength(2);

    house.phone.person.says.set('drink', 'accept');
    const on = house.app.tap(() => house.checkin.turnOn());
    await house.phone.settle();
    expect((await on).outcome).toBe('recorded');
    expect(house.server.available).toBe(1);
  });
});
