import { describe, expect, it } from 'vitest';
import { House } from './house';
import { problem } from './fake-server';

const offline = async () => {
  const house = new House();
  house.server.available = 9;
  await house.resume();
  house.phone.network = 'down';
  return house;
};

describe('a check-in', () => {
  it('carries when it was, with offset, and what was done', async () => {
    const house = await House.open();

    void house.app.tap(() => house.checkin.checkIn({ count: 2, dailyGoal: 6 }));
    await house.phone.settle();

    const call = house.server.calls[1];
    expect(call?.url).toBe('https://api.example.com/v1/recipients/anna/plans/water/checkins');
    expect(call?.header).toMatchObject({ 'X-Session': 'of-anna' });
    const { action_id: id, grant, ...rest } = call?.data ?? {};
    expect(id).toMatch(/^[a-z0-9-]{12,40}$/);
    expect(grant).toEqual({ request_id: `${String(id)}-0`, template: 'drink', status: 'accept' });
    expect(rest).toEqual({ occurred_at: '2026-12-01T10:00:00+08:00', count: 2, daily_goal: 6 });
  });

  it('shows at once, offline too', async () => {
    const house = await offline();

    const result = await house.tapped();

    expect(result).toMatchObject({ stored: true, outcome: 'waiting' });
    expect(result.view).toMatchObject({ waiting: 1, trouble: 'offline' });
    expect(result.view.today).toEqual({ count: 1, goal: 8, reached: false });
  });

  it('made offline is submitted in order when the network is back, at the time it had', async () => {
    const house = await offline();
    await house.tapped();
    await house.phone.pass(60);
    await house.tapped();

    house.phone.setNetwork('up');
    await house.phone.settle();

    expect(house.checkin.view().waiting).toBe(0);
    const told = house.server.calls.flatMap(({ data }) => data?.occurred_at ?? []);
    expect(told).toEqual(['2026-12-01T10:00:00+08:00', '2026-12-01T10:01:00+08:00']);
  });

  it('made offline is submitted at the next launch', async () => {
    const house = await offline();
    const { id } = await house.tapped();
    house.phone.network = 'up';

    await house.relaunch();

    expect([...house.server.checkins.keys()]).toEqual([id]);
    expect(house.checkin.view()).toMatchObject({ waiting: 0, trouble: null });
  });

  it('whose answer was lost is submitted again with the same content', async () => {
    const house = await House.open();
    house.phone.network = 'lost';
    await house.tapped();
    house.phone.setNetwork('up');
    await house.phone.settle();

    const [, first, second, third] = house.server.calls;
    expect(second?.data).toEqual(first?.data);
    expect(third?.method).toBe('GET'); // the second answer tells how the plan stood then
    expect(house.server.count).toBe(1);
    expect(house.server.grants.size).toBe(1);
  });

  it('goes alone: the next one waits for its answer', async () => {
    const house = new House();
    house.server.available = 9;
    await house.resume();
    let open = 0;
    const { request } = house.app.wx;
    house.app.wx.request = (options) => {
      open++;
      expect(open).toBe(1);
      const end = () => {
        open--;
      };
      return request({
        ...options,
        success: (answer) => (end(), options.success(answer)),
        fail: () => (end(), options.fail()),
      });
    };

    void house.tap();
    void house.tap();
    void house.checkin.resume();
    void house.tap();
    await house.phone.settle();

    expect(house.server.count).toBe(3);
  });

  it('of two pages that show one plan goes through one queue', async () => {
    const house = await offline();
    const other = house.open(house.app);
    await house.tapped();
    void house.app.tap(() => other.checkIn());
    await house.phone.settle();
    expect(other.view()).toEqual(house.checkin.view());
    expect(other.view().waiting).toBe(2);

    house.phone.setNetwork('up');
    await house.phone.settle();

    expect(house.server.count).toBe(2);
    expect(house.server.calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('of yesterday does not count for today', async () => {
    const house = await offline();
    await house.tapped();

    await house.phone.pass(24 * 3600);

    expect(house.checkin.view().today).toEqual({ count: 0, goal: 8, reached: false });
  });

  it('waits for the person who made it', async () => {
    const house = await offline();
    await house.tapped();

    house.checkin.close();
    house.phone.setNetwork('up');
    await house.phone.pass(7200);
    expect(house.server.count).toBe(0);

    house.checkin = house.open(house.app);
    await house.phone.settle();
    expect(house.server.count).toBe(1);
  });

  it('of nothing is the page\'s mistake', async () => {
    const house = await House.open();

    expect(() => house.checkin.checkIn({ count: 0 })).toThrow(RangeError);
    expect(() => house.checkin.checkIn({ count: 1.5 })).toThrow(RangeError);
  });
});

describe('a refusal for good', () => {
  it.each([400, 404, 409, 413, 422])('with %i holds nothing up and stays visible', async (status) => {
    const house = await House.open();
    house.server.instead.push(problem(status, 'wrong', ['count']));

    const refused = await house.tapped();
    const next = await house.tapped();

    expect(refused.outcome).toBe('failed');
    expect(next.outcome).toBe('recorded');
    const [failed] = house.checkin.view().failed;
    expect(failed).toMatchObject({
      status,
      code: 'wrong',
      detail: 'The problem is wrong.',
      entry: { id: refused.id, kind: 'checkin' },
    });
    await house.relaunch();
    expect(house.checkin.view().failed).toEqual([failed]);
  });

  it('of the authorisation does not take the check-in along', async () => {
    const house = await House.open();
    house.server.instead.push(problem(422, 'unknown_template', ['grant.template']));

    const { id, outcome } = await house.tapped();

    expect(outcome).toBe('recorded');
    expect(house.server.checkins.has(id)).toBe(true);
    expect(house.checkin.view().failed).toMatchObject([
      { code: 'unknown_template', entry: { kind: 'grant', grant: { template: 'drink' } } },
    ]);
  });

  it('can be tried again with the same id, or given up', async () => {
    const house = await House.open();
    house.server.instead.push(problem(404, 'not_found'), problem(404, 'not_found'));
    const first = await house.tapped();
    const second = await house.tapped();

    void house.checkin.retry(first.id);
    house.checkin.discard(second.id);
    await house.phone.settle();

    expect(house.checkin.view().failed).toEqual([]);
    expect([...house.server.checkins.keys()]).toEqual([first.id]);
  });
});

describe('turning reminders off', () => {
  it('asks nobody, keeps its place in the queue, and ends the asking', async () => {
    const house = await House.open();
    house.phone.network = 'lost';
    await house.tapped();
    void house.app.tap(() => house.checkin.turnOff());
    await house.phone.settle();
    house.phone.setNetwork('up');
    await house.phone.settle();

    expect(house.server.state).toBe('disabled');
    expect(house.server.available).toBe(0);
    expect(house.server.count).toBe(1);
    await house.tapped();
    expect(house.app.prompts).toHaveLength(1);
  });
});

describe('turning reminders on', () => {
  const turnOn = async (house: House) => {
    const result = house.app.tap(() => house.checkin.turnOn());
    await house.phone.settle();
    return result;
  };

  it('is refused without an authorisation; the next try takes its place', async () => {
    const house = new House();
    house.server.state = 'disabled';
    await house.resume();
    house.phone.person.says.set('drink', 'reject');

    expect(await turnOn(house)).toMatchObject({ outcome: 'failed' });
    expect(house.checkin.view().failed).toMatchObject([{ code: 'no_authorisation' }]);

    house.phone.person.says.set('drink', 'accept');
    expect(await turnOn(house)).toMatchObject({ outcome: 'recorded' });
    expect(house.checkin.view().failed).toEqual([]);
    expect(house.checkin.view().plan?.state).toBe('scheduled');
  });
});
