import { expect, test } from 'vitest';
import { message, pages } from '@/features/messages/fixtures';
import { Follower, type Followed } from '@/features/messages/follower';
import { rowsOf, type Message, type MessagePage, type Pages } from '@/features/messages/pages.model';

/** A list of twenty rows, the newest fifteen loaded, with a server behind it. */
function world(atTop: boolean) {
  let now: Pages = pages(20, 15, 5);
  const server = new Map(Array.from({ length: 20 }, (_, n) => message(n + 1)).map((m) => [m.id, m]));
  const questions: string[] = [];
  const waiting: number[] = [];
  let resting: (() => void)[] = [];
  const newestFirst = () => [...server.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const list: Followed = {
    read: () => now,
    write: (next) => {
      now = next;
    },
    one: (id) => {
      questions.push(id);
      const found = server.get(id);
      return found === undefined ? Promise.reject(new Error('gone')) : Promise.resolve(found);
    },
    page: (cursor): Promise<MessagePage> => {
      questions.push(`page ${cursor ?? 'first'}`);
      const from = Number(cursor ?? 0);
      const items = newestFirst().slice(from, from + 5);
      return Promise.resolve({ items, next_cursor: from + 5 < server.size ? String(from + 5) : null });
    },
    onWaiting: (count) => waiting.push(count),
    rest: () => new Promise((done) => resting.push(done)),
  };
  const follower = new Follower(list);
  follower.see({ first: 0, last: 4, atTop });
  return {
    follower,
    questions,
    waiting,
    rows: () => rowsOf(now).map(({ title }) => title),
    put: (m: Message) => server.set(m.id, m),
    drop: (m: Message) => server.delete(m.id),
    /** Lets everything that was asked be answered. */
    settle: async () => {
      for (let turn = 0; turn < 50; turn += 1) {
        await Promise.resolve();
      }
    },
    wake: () => {
      resting.forEach((done) => done());
      resting = [];
    },
  };
}

async function started(atTop: boolean) {
  const it = world(atTop);
  it.follower.start();
  await it.settle();
  it.wake();
  await it.settle();
  it.questions.length = 0;
  return it;
}

test('a row that moved is asked for and changed where it stands', async () => {
  const it = await started(false);
  it.put(message(12, { title: 'moved' }));
  it.follower.moved({ messages: [message(12).id], more: false });
  await it.settle();
  expect(it.rows()[8]).toBe('moved');
  expect(it.questions).toEqual([message(12).id]);
});

test('new ones come in at once when the reader is at the top', async () => {
  const it = await started(true);
  it.put(message(21));
  it.follower.moved({ messages: [message(21).id], more: false });
  await it.settle();
  expect(it.rows().slice(0, 2)).toEqual(['Message 21', 'Message 20']);
  expect(it.rows()).toHaveLength(16);
});

test('new ones wait when the reader is further down, until they are let in', async () => {
  const it = await started(false);
  it.put(message(21));
  it.put(message(22));
  it.follower.moved({ messages: [message(21).id, message(22).id], more: false });
  await it.settle();
  expect(it.waiting.at(-1)).toBe(2);
  expect(it.rows()[0]).toBe('Message 20');
  it.follower.letIn();
  expect(it.rows().slice(0, 3)).toEqual(['Message 22', 'Message 21', 'Message 20']);
  expect(it.waiting.at(-1)).toBe(0);
});

test('what waits comes in when the reader reaches the top', async () => {
  const it = await started(false);
  it.put(message(21));
  it.follower.moved({ messages: [message(21).id], more: false });
  await it.settle();
  it.follower.see({ first: 3, last: 9 });
  expect(it.rows()[0]).toBe('Message 20');
  it.follower.see({ atTop: true });
  expect(it.rows()[0]).toBe('Message 21');
});

test('a burst of hints about new ones costs one look, and one more when it is over', async () => {
  const it = await started(false);
  it.put(message(21));
  for (let n = 0; n < 30; n += 1) {
    it.follower.moved({ messages: [message(21).id], more: false });
  }
  await it.settle();
  expect(it.questions).toEqual(['page first']);
  it.wake();
  await it.settle();
  expect(it.questions).toEqual(['page first', 'page first']);
});

test('more news than a page is fetched until it joins what is loaded', async () => {
  const it = await started(false);
  for (let n = 21; n <= 32; n += 1) {
    it.put(message(n));
  }
  it.follower.moved({ messages: [message(32).id], more: false });
  await it.settle();
  expect(it.waiting.at(-1)).toBe(12);
  it.follower.letIn();
  expect(it.rows()).toHaveLength(27);
});

test('when the news do not join what is loaded, the list begins anew instead of hiding a hole', async () => {
  const it = await started(true);
  for (let n = 21; n <= 90; n += 1) {
    it.put(message(n));
  }
  it.follower.moved({ messages: [message(90).id], more: false });
  await it.settle();
  expect(it.rows()).toEqual(Array.from({ length: 25 }, (_, row) => `Message ${90 - row}`));
});

test('when too much moved to be named, the pages on the screen are asked for', async () => {
  const it = await started(false);
  it.put(message(19, { title: 'moved' }));
  it.follower.moved({ messages: [], more: true });
  await it.settle();
  expect(it.questions).toEqual(['page first', 'page first']);
  expect(it.rows()[1]).toBe('moved');
});

test('a question that fails leaves the row as it was, and the next is asked', async () => {
  const it = await started(false);
  it.put(message(11, { title: 'moved' }));
  it.drop(message(15));
  it.follower.moved({ messages: [message(15).id, message(11).id], more: false });
  await it.settle();
  expect([it.rows()[5], it.rows()[9]]).toEqual(['Message 15', 'moved']);
});

test('nothing is done after the list was left', async () => {
  const it = await started(true);
  it.follower.stop();
  it.put(message(21));
  it.follower.moved({ messages: [message(21).id, message(20).id], more: true });
  await it.settle();
  expect(it.questions).toEqual([]);
});
