import { readPlan } from './plan';
import type { Reply, Server } from './server';
import { untried, type Entry, type State } from './state';
import type { Store } from './store';
import { backOff, day, LONGEST_WAIT } from './time';

export interface Clock {
  now(): Date;
  later(ms: number, work: () => void): unknown;
  random(): number;
}

/**
 * The way of one plan's actions to the server: in order, one at a time. There is one for each plan,
 * however many pages show it.
 */
export interface Lane {
  /** Submits what is due, then asks for the plan if that was wished or is needed. */
  drain(refresh?: boolean): Promise<void>;
  /** The network is back, or the app was opened: what waits for no server waits no more. */
  wake(refresh?: boolean): Promise<void>;
  /** The entry whose prompt is open: it waits for the answer. */
  asking: string | null;
  /** The entry that is on its way right now. */
  sending: string | null;
  server: Server;
  /** Nothing is submitted any more. */
  closed: boolean;
  readonly store: Store;
  readonly listeners: Set<() => void>;
  /** Tells them. */
  changed(): void;
}

type Done = Reply & { is: 'done' };

export function lane(store: Store, first: Server, clock: Clock): Lane {
  let busy: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  let stale = false;
  let alarm = 0;

  const it: Lane = {
    drain,
    wake,
    asking: null,
    sending: null,
    server: first,
    store,
    closed: false,
    listeners,
    changed: () => listeners.forEach((listener) => listener()),
  };

  function drain(refresh = false): Promise<void> {
    stale ||= refresh;
    // what is done in this turn may belong to a tap, whose prompt comes first
    return (busy = busy || Promise.resolve().then(run));
  }

  function wake(refresh = false): Promise<void> {
    if (store.read().queue.length) {
      store.update(({ queue }) => queue.forEach(unlessServers));
    }
    return drain(refresh);
  }

  async function run(): Promise<void> {
    try {
      for (let next = due(); next || (stale && idle()); next = due()) {
        await (next ? submit(next) : ask());
      }
    } finally {
      busy = null;
    }
  }

  /** The first of the queue, if its time has come; a timer is set for it otherwise. */
  function due(): Entry | undefined {
    const head = store.read().queue[0];
    if (!head || head.id === it.asking || it.closed) {
      return undefined;
    }
    const wait = head.until - clock.now().getTime();
    if (wait <= 0 || wait > LONGEST_WAIT) {
      return head;
    }
    if (alarm !== head.until) {
      alarm = head.until;
      clock.later(wait, () => {
        alarm = 0;
        void drain();
      });
    }
    return undefined;
  }

  const idle = () => !it.closed && !store.read().queue.length;

  async function submit(entry: Entry): Promise<void> {
    it.sending = entry.id;
    const reply = await it.server.submit(entry);
    it.sending = null;
    store.update((state) => settle(state, entry.id, reply));
    // a repeated answer tells how the plan stood then, some tell nothing of it
    stale ||= reply.is === 'done' && (entry.tries > 0 || !planOf(reply));
    it.changed();
  }

  async function ask(): Promise<void> {
    const reply = await it.server.plan();
    if (reply.is === 'done') {
      store.update((state) => remember(state, reply));
    }
    stale = false;
    it.changed();
  }

  const planOf = ({ body }: Done) => readPlan(body, day(clock.now()));

  function remember(state: State, reply: Done): void {
    state.plan = planOf(reply) || state.plan;
  }

  function settle(state: State, id: string, reply: Reply): void {
    const at = state.queue.findIndex((entry) => entry.id === id);
    const entry = state.queue[at];
    if (!entry) {
      return;
    }
    switch (reply.is) {
      case 'done':
        state.queue.splice(at, 1);
        return remember(state, reply);
      case 'refused':
        state.queue.splice(at, 1, ...refuse(state, entry, reply));
        return;
      case 'later':
        entry.tries++;
        entry.trouble = reply.trouble;
        entry.until =
          clock.now().getTime() + Math.max(reply.wait, backOff(entry.tries, clock.random));
    }
  }

  /** A grant that is refused does not take the check-in along that brought it. */
  function refuse(state: State, entry: Entry, reply: Reply & { is: 'refused' }): Entry[] {
    const { status, code, detail, fields } = reply;
    const { grant, ...rest } = entry;
    const split = grant && entry.kind !== 'grant' && fields.some((f) => /^grant\b/.test(f));
    const failed: Entry = split
      ? { ...entry, kind: 'grant', id: grant.request_id, grant }
      : entry;
    state.failed.push({ entry: failed, status, code, detail });
    return split ? [{ ...rest, ...untried }] : [];
  }

  return it;
}

function unlessServers(entry: Entry): void {
  entry.until = entry.trouble === 'server' ? entry.until : 0;
}
