import { describe, expect, it } from 'vitest';
import { ANSWERS, PROMPT_ERRORS, type Answer } from '../src/index';
import { House } from './house';

describe('an answer', () => {
  const submitted: Record<Answer, number> = {
    accept: 1,
    acceptWithAudio: 1,
    acceptWithAlert: 1,
    reject: 0,
    ban: 0,
    filter: 0,
  };

  it.each(Object.keys(ANSWERS) as Answer[])('%s goes along with the check-in', async (answer) => {
    const house = await House.open();
    house.phone.person.says.set('drink', answer);

    const { prompt, outcome } = await house.tapped();

    expect(prompt).toEqual({ answers: { drink: answer }, problem: null });
    expect(outcome).toBe('recorded');
    expect(house.server.available).toBe(submitted[answer]);
    expect([...house.server.grants.values()]).toEqual([`drink ${answer}`]);
  });

  it('that no document describes is worth nothing and takes nothing along', async () => {
    const house = await House.open();
    house.phone.person.says.set('drink', 'acceptWithFireworks');

    const { prompt, outcome } = await house.tapped();

    expect(prompt?.answers).toEqual({});
    expect(outcome).toBe('recorded');
    expect(house.server.grants.size).toBe(0);
  });

  it('is one for each template, with an id of its own', async () => {
    const house = await House.open({ templates: ['drink', 'news'] });
    house.phone.person.says.set('drink', 'reject');

    await house.tapped();

    expect([...house.server.grants.values()]).toEqual(['drink reject', 'news accept']);
    expect(house.server.grants.size).toBe(2);
  });

  it('is filtered for a second template of the same title', async () => {
    const house = await House.open({ templates: ['drink', 'drink-2'] });
    house.phone.person.titles.set('drink', 'Drink').set('drink-2', 'Drink');

    const { prompt } = await house.tapped();

    expect(prompt?.answers).toEqual({ drink: 'accept', 'drink-2': 'filter' });
  });

  it('that is kept is repeated without a dialog and counts each time', async () => {
    const house = await House.open();
    house.phone.person.alwaysKeep = true;

    await house.tapped();
    house.server.available = 0; // the reminder came
    await house.resume();
    expect(house.checkin.view().kept).toBe('accepts');
    await house.tapped();

    expect(house.phone.person.dialogs).toBe(1);
    expect(house.phone.person.quota.get('drink')).toBe(2);
    expect(house.server.grants.size).toBe(2);
  });

  it('that is kept as a refusal ends in the settings, and then the prompt is back', async () => {
    const house = await House.open();
    house.phone.person.alwaysKeep = true;
    house.phone.person.says.set('drink', 'reject');
    await house.tapped();
    await house.resume();
    expect(house.checkin.view()).toMatchObject({ kept: 'refuses', willAsk: false });

    house.phone.person.change('drink', 'accept');
    await house.resume();
    expect(house.checkin.view()).toMatchObject({ kept: 'accepts', willAsk: true });
    await house.tapped();

    expect(house.server.available).toBe(1);
  });
});

describe('a prompt that does not come about', () => {
  it.each(Object.entries(PROMPT_ERRORS))('with %s says: %s', async (code, remedy) => {
    const { prompt, outcome, server } = await failing(Number(code));

    expect(prompt?.problem).toMatchObject({ code: Number(code), remedy });
    expect(prompt?.answers).toEqual({});
    expect(outcome).toBe('recorded');
    expect(server.count).toBe(1);
    expect(server.grants.size).toBe(0);
  });

  it.each([{ errCode: 99999, errMsg: 'new' }, {}])('unknown to us: %j', async (said) => {
    const house = await House.open();
    house.app.wx.requestSubscribeMessage = ({ fail }) => fail(said);

    const { prompt, outcome } = await house.tapped();

    expect(prompt?.problem?.remedy).toBe('unknown');
    expect(outcome).toBe('recorded');
  });

  it('because WeChat throws, or is too old, loses nothing', async () => {
    const throwing = await House.open();
    throwing.app.wx.requestSubscribeMessage = () => {
      throw new Error('not today');
    };
    expect((await throwing.tapped()).outcome).toBe('recorded');

    const old = await House.open();
    delete old.app.wx.requestSubscribeMessage;
    const { prompt, outcome } = await old.tapped();
    expect(prompt?.problem?.text).toContain('no prompt');
    expect(outcome).toBe('recorded');
  });

  it('says that messages are off, until they are on again', async () => {
    const house = await House.open();
    house.phone.person.mainSwitch = false;
    await house.tapped();
    expect(house.checkin.view().kept).toBe('off');

    house.phone.person.mainSwitch = true;
    await house.tapped();
    expect(house.checkin.view().kept).toBe('asks');
    expect(house.server.available).toBe(1);
  });

  it('asks again at the next tap when the network was away', async () => {
    const house = await House.open();
    house.phone.network = 'down';
    await house.tapped();
    house.phone.setNetwork('up');
    await house.phone.settle();

    await house.tapped();

    expect(house.server.available).toBe(1);
    expect(house.server.count).toBe(2);
  });

  it('never answers: the next tap goes on without it', async () => {
    const house = await House.open();
    house.app.wx.requestSubscribeMessage = () => undefined;
    void house.tapped();
    await house.phone.settle();
    expect(house.server.count).toBe(0);

    house.server.available = 1;
    house.server.lowWater = 0;
    await house.resume();
    void house.tapped();
    await house.phone.settle();

    expect(house.app.prompts.length).toBe(0);
    expect(house.checkin.view().waiting).toBe(1);
    expect(house.server.count).toBe(1);
  });

  it('answers late: the authorisation travels alone', async () => {
    const house = await House.open();
    let late = () => {};
    house.app.wx.requestSubscribeMessage = ({ success }) => {
      late = () => success({ drink: 'accept' });
    };
    void house.tap();
    void house.tap(); // the second lets the first go
    await house.phone.settle();
    const first = late;
    expect(house.server.count).toBe(1);

    late();
    late();
    await house.phone.settle();

    expect(first).toBe(late);
    expect(house.server.count).toBe(2);
    expect(house.server.grants.size).toBe(1);
  });
});

/** A tap while the phone answers with one of the documented codes. */
async function failing(code: number) {
  const house = await House.open();
  const { person } = house.phone;
  switch (code) {
    case 10005:
      house.app.visible = false;
      break;
    case 20001:
      person.unknownTemplates.add('drink');
      break;
    case 20004:
      person.mainSwitch = false;
      break;
    case 20005:
      person.banned = true;
      break;
    default:
      // what only a broken page or a network that fails amid the prompt brings about
      house.app.wx.requestSubscribeMessage = ({ fail }) =>
        house.phone.later(house.app, 0, () =>
          fail({ errCode: code, errMsg: 'requestSubscribeMessage:fail' }),
        );
  }
  return { ...(await house.tapped()), server: house.server };
}
