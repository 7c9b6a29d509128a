import { describe, expect, it } from 'vitest';
import { House } from './house';

interface Story {
  name: string;
  /** Runs until it ends, or until the app is gone. */
  tell(house: House): Promise<void>;
}

const stories: Story[] = [
  {
    name: 'a check-in with an authorisation',
    async tell(house) {
      void house.tap();
      await house.phone.settle();
    },
  },
  {
    name: 'two check-ins offline, then the network comes back',
    async tell(house) {
      house.phone.network = 'lost';
      void house.tap();
      await house.phone.settle();
      void house.tap();
      await house.phone.settle();
      house.phone.setNetwork('up');
      await house.phone.settle();
    },
  },
  {
    name: 'reminders turned off and on, and a check-in',
    async tell(house) {
      void house.app.tap(() => house.checkin.turnOff());
      await house.phone.settle();
      void house.app.tap(() => house.checkin.turnOn());
      await house.phone.settle();
      void house.tap();
      await house.phone.settle();
    },
  },
];

/** What the phone knew when it died: only that can be asked for afterwards. */
interface Known {
  actions: string[];
  requests: string[];
}

describe('an app that is killed', () => {
  it.each(stories)('at any step of $name loses nothing and doubles nothing', async (story) => {
    let kills = 0;
    for (let killAt = 1; ; killAt++) {
      const house = await House.open({ templates: ['drink', 'news', 'walk'] });
      house.phone.steps.length = 0;
      house.phone.killAt = killAt;
      await story.tell(house);
      const died = !house.app.alive;
      const known = onDisk(house);
      house.phone.killAt = -1;
      house.phone.network = 'up';
      await house.relaunch();
      await house.phone.pass(24 * 3600);
      await house.resume();

      expectWhole(house, known);
      if (!died) {
        break;
      }
      kills++;
    }
    expect(kills).toBeGreaterThan(6);
  });
});

function onDisk(house: House): Known {
  const { queue } = JSON.parse(house.phone.disk.get('truebell:anna:water') ?? '{}') as {
    queue: { kind: string; id: string; grant?: { request_id: string } }[];
  };
  return {
    actions: queue.filter(({ kind }) => kind === 'checkin').map(({ id }) => id),
    requests: queue.flatMap(({ grant }) => (grant ? [grant.request_id] : [])),
  };
}

function expectWhole({ server, checkin }: House, known: Known): void {
  const { waiting, trouble, failed } = checkin.view();
  expect([waiting, trouble]).toEqual([0, null]);
  // without its answer the server refuses to turn reminders on, and that is seen
  expect(failed.filter(({ entry }) => entry.kind !== 'enable')).toEqual([]);
  expect([...server.checkins.keys()]).toEqual(expect.arrayContaining(known.actions));
  expect([...server.grants.keys()]).toEqual(expect.arrayContaining(known.requests));
  expect(server.count).toBe(server.checkins.size);
  const asked = server.calls.flatMap(({ data }) => {
    const grant = data?.grant as { request_id: string } | undefined;
    return grant ? [grant.request_id] : typeof data?.request_id === 'string' ? [data.request_id] : [];
  });
  expect(server.grants.size).toBe(new Set(asked).size);
}
