import { describe, expect, it } from 'vitest';
import { House } from './house';

const KEY = 'truebell:anna:water';

describe('the phone\'s storage', () => {
  it('is full: the check-in is submitted all the same, and says that it was not stored', async () => {
    const house = await House.open();
    house.phone.roomLeft = 0;

    const { stored, outcome } = await house.tapped();

    expect(stored).toBe(false);
    expect(outcome).toBe('recorded');
    expect(house.server.available).toBe(1);
    expect(house.checkin.view().waiting).toBe(0);
  });

  it('is full and the network away: what is in memory is written when there is room', async () => {
    const house = await House.open();
    house.phone.roomLeft = 0;
    house.phone.network = 'lost';
    const { id } = await house.tapped();

    house.phone.roomLeft = 1e7;
    await house.tapped();
    house.phone.network = 'up';
    await house.relaunch();

    expect([...house.server.checkins.keys()][0]).toBe(id);
    expect(house.server.count).toBe(2);
  });

  it('cannot be read for a while: what it holds is not overwritten', async () => {
    const house = await House.open();
    house.phone.network = 'lost';
    await house.tapped();
    house.phone.readable = false;
    const { stored } = await house.tapped();
    expect(stored).toBe(false);

    house.phone.readable = true;
    house.phone.setNetwork('up');
    await house.phone.settle();
    await house.resume();

    expect(house.server.count).toBe(2);
    await house.relaunch();
    expect(house.checkin.view().waiting).toBe(0);
  });

  it.each(['{"queue":[', '[]', '7', '{"queue":"x"}', 'null', '{}'])(
    'holds %s: that is put aside, and work goes on',
    async (raw) => {
      const house = new House();
      house.phone.disk.set(KEY, raw);
      house.server.available = 1;
      await house.resume();

      expect((await house.tapped()).outcome).toBe('recorded');
      expect(house.phone.disk.get(`${KEY}.unreadable`)).toBe(raw);
    },
  );

  it('holds one bad entry among good ones: the good ones go on', async () => {
    const house = await House.open();
    house.phone.network = 'lost';
    const { id } = await house.tapped();
    const state = JSON.parse(house.phone.disk.get(KEY) ?? '') as { queue: unknown[] };
    state.queue.unshift({ kind: 'checkin' }, null, { ...(state.queue[0] as object), grant: 'x' });
    house.phone.disk.set(KEY, JSON.stringify(state));
    house.phone.network = 'up';

    await house.relaunch();

    expect([...house.server.checkins.keys()]).toEqual([id]);
    expect(house.checkin.view().waiting).toBe(0);
    expect(house.phone.disk.get(`${KEY}.unreadable`)).toContain('"grant":"x"');
  });

  it('can be another one', async () => {
    const kept = new Map<string, string>();
    const house = await House.open({
      storage: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
    });

    await house.tapped();

    expect(kept.size).toBe(1);
    expect(house.phone.disk.size).toBe(0);
  });
});
