import { describe, expect, it } from 'vitest';
import { House } from './house';
import { problem } from './fake-server';

describe('a server in trouble', () => {
  it.each([500, 502, 503, 429, 408])('with %i is asked again later', async (status) => {
    const house = await House.open();
    house.server.instead.push(problem(status, 'busy'));

    const { outcome } = await house.tapped();
    expect(outcome).toBe('waiting');
    expect(house.checkin.view().trouble).toBe('server');

    await house.phone.pass(10);
    expect(house.server.count).toBe(1);
  });

  it('is asked less and less often', async () => {
    const house = await House.open();
    house.server.instead.push(...Array<ReturnType<typeof problem>>(50).fill(problem(503, 'away')));
    const times: number[] = [];
    await house.tapped();
    const began = house.phone.now;

    while (times.length < 6) {
      const before = house.server.calls.length;
      await house.phone.pass(1);
      if (house.server.calls.length > before) {
        times.push((house.phone.now - began) / 1000);
      }
    }

    const waits = times.map((time, n) => time - (times[n - 1] ?? 0));
    [5, 30, 120, 600, 3600, 3600].forEach((usual, n) => {
      expect(waits[n]).toBeGreaterThanOrEqual(usual * 0.75);
      expect(waits[n]).toBeLessThanOrEqual(usual * 1.25 + 2);
    });
  });

  it('that names a longer wait gets it, and a network that comes back changes nothing', async () => {
    const house = await House.open();
    house.server.instead.push({ ...problem(429, 'slow_down'), header: { 'Retry-After': '90' } });
    await house.tapped();

    house.phone.setNetwork('up');
    await house.relaunch();
    await house.phone.pass(85);
    expect(house.server.count).toBe(0);

    await house.phone.pass(10);
    expect(house.server.count).toBe(1);
  });

  it('is asked at once when the phone\'s clock went back by days', async () => {
    const house = await House.open();
    house.server.instead.push(problem(500, 'broken'));
    await house.tapped();

    house.phone.now -= 3 * 24 * 3600 * 1000;
    await house.relaunch();

    expect(house.server.count).toBe(1);
  });

  it.each([
    ['a page', '<html>Welcome to our hotel</html>'],
    ['nothing', ''],
    ['half', '{"action_id":"a'],
    ['another action', { action_id: 'somebody else\'s' }],
  ])('answers 200 with %s: that is no acknowledgement', async (_, data) => {
    const house = await House.open();
    house.server.instead.push({ statusCode: 200, data });

    expect((await house.tapped()).outcome).toBe('waiting');
    await house.phone.pass(10);

    expect(house.checkin.view().waiting).toBe(0);
    expect(house.server.count).toBe(1);
  });

  it('answers a wish to turn off with an envelope around an error: it is asked again', async () => {
    const house = await House.open();
    house.server.instead.push({ statusCode: 200, data: { code: -1, msg: 'login expired' } });

    const off = house.phone.app.tap(() => house.checkin.turnOff());
    await house.phone.settle();
    expect((await off).outcome).toBe('waiting');
    await house.phone.pass(10);

    expect(house.server.state).toBe('disabled');
  });

  it.each([404, 405, 413])('behind a gateway whose page says %i gets it later', async (status) => {
    const house = await House.open();
    house.server.instead.push({ statusCode: status, data: '<html>nginx</html>' });

    expect((await house.tapped()).outcome).toBe('waiting');
    await house.phone.pass(10);

    expect(house.server.count).toBe(1);
  });

  it.each([401, 403])('that does not know the caller (%i) gets it when they log in', async (status) => {
    const house = await House.open();
    house.server.instead.push(problem(status, 'who'));
    await house.tapped();
    expect(house.checkin.view().trouble).toBe('login');

    await house.resume();

    expect(house.server.count).toBe(1);
  });

  it('is not asked when there is no session to ask with', async () => {
    let loggedIn = false;
    const house = await House.open({
      headers: () => (loggedIn ? { Authorization: 'Bearer x' } : Promise.reject(new Error('no'))),
    });
    expect((await house.tapped()).view.trouble).toBe('login');
    expect(house.server.calls).toHaveLength(0);

    loggedIn = true;
    await house.resume();

    expect(house.server.count).toBe(1);
  });
});
