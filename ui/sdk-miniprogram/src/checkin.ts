import { book, keep } from './answers';
import { close, laneOf } from './lanes';
import { clockOf, wishOf, type CheckinOptions } from './options';
import { ask, type Prompt } from './prompt';
import { untried, type Entry } from './state';
import { iso } from './time';
import { askFor, view, type View } from './view';

export interface Result {
  /** The action's id. */
  id: string;
  /** Written to the phone before anything else happened; else it lives as long as the app. */
  stored: boolean;
  /** What the person answered; null when nobody was asked. */
  prompt: Prompt | null;
  /** Recorded by the server, waiting for it, or refused by it and in the list of failed ones. */
  outcome: 'recorded' | 'waiting' | 'failed';
  view: View;
}

export interface Checkin {
  /** Call it in the tap handler itself, with nothing awaited before: WeChat wants that. */
  checkIn(done?: { count?: number; dailyGoal?: number }): Promise<Result>;
  /** Turns the reminders on, and asks for an authorisation. In the tap handler itself. */
  turnOn(): Promise<Result>;
  /** Turns the reminders off; authorisations that are left end with them. */
  turnOff(): Promise<Result>;
  /** Call it in `onShow`: submits what waits and asks how the plan stands. */
  resume(): Promise<View>;
  view(): View;
  /** Called whenever the view may have changed; returns what ends that. */
  onChange(listener: () => void): () => void;
  /** Puts a failed one back into the queue, with its old ids. */
  retry(id: string): Promise<View>;
  /** Gives a failed one up. */
  discard(id: string): void;
  /** Call it when the person logs out: what waits stays on the phone until they are back. */
  close(): void;
}

export function createCheckin(options: CheckinOptions): Checkin {
  const { wx } = options;
  const clock = clockOf(options);
  const wish = wishOf(options);
  const lane = laneOf(options, clock);
  const { store } = lane;
  const look = () => view(store.read(), wish, clock.now());

  /** Up to the prompt everything happens in the turn of the call, which is the tap's. */
  function act(kind: Entry['kind'], done: Pick<Entry, 'count' | 'goal'> = {}): Promise<Result> {
    const at = clock.now();
    const id = newId(at);
    const templates = askFor(store.read(), wish, at, kind);
    const action = { kind, id, at: iso(at), ...done, ...untried };
    const stored = store.update((state) => {
      state.queue.push({ ...action });
      if (kind !== 'checkin') {
        // of turning on and off the newest counts
        state.failed = state.failed.filter(({ entry }) => !/able/.test(entry.kind));
      }
    });
    const answer = prompt(action, templates);
    lane.changed();
    void lane.drain();
    return answer.then(async (prompt) => {
      await lane.drain();
      return { id, stored, prompt, outcome: outcome(id), view: look() };
    });
  }

  /** Books the answer as soon as it is there: WeChat says it once. */
  function prompt(action: Entry, templates: string[]): Promise<Prompt | null> {
    // an older prompt that never answered holds nothing up any longer
    lane.asking = templates.length ? action.id : null;
    return new Promise((resolve) => {
      if (!lane.asking) {
        return resolve(null);
      }
      ask(wx, templates, (said) => {
        const { sending } = lane;
        store.update((state) => book(state, action, said, templates, { now: clock.now(), sending }));
        lane.asking = lane.asking === action.id ? null : lane.asking;
        resolve(said);
      });
    });
  }

  function outcome(id: string): Result['outcome'] {
    const { queue, failed } = store.read();
    const waits = queue.some((entry) => entry.id === id);
    const refused = failed.some(({ entry }) => entry.id === id);
    return waits ? 'waiting' : refused ? 'failed' : 'recorded';
  }

  /** Unique, not secret; begins with the time, so that people can read a queue. */
  function newId(at: Date): string {
    const part = () => Math.floor(clock.random() * 36 ** 8).toString(36);
    return `${at.getTime().toString(36)}-${part()}${part()}`;
  }

  function readSettings(): void {
    if (wx.getSetting) {
      wx.getSetting({
        withSubscriptions: true,
        success: ({ subscriptionsSetting = {} }) => {
          store.update((state) => keep(state, subscriptionsSetting));
          lane.changed();
        },
      });
    }
  }

  /** In one step: a phone that dies has it in one list or in the other. */
  function takeFailed(id: string, queued: boolean): void {
    store.update(({ failed, queue }) => {
      const at = failed.findIndex(({ entry }) => entry.id === id);
      for (const { entry } of at < 0 ? [] : failed.splice(at, 1)) {
        queue.push(...(queued ? [{ ...entry, ...untried }] : []));
      }
    });
    lane.changed();
  }

  return {
    checkIn({ count = 1, dailyGoal } = {}) {
      if (!(count > 0) || count % 1) {
        throw new RangeError('count');
      }
      return act('checkin', { count, ...(dailyGoal && { goal: dailyGoal }) });
    },
    turnOn: () => act('enable'),
    turnOff: () => act('disable'),
    async resume() {
      readSettings();
      await lane.wake(true);
      return look();
    },
    view: look,
    onChange(listener) {
      lane.listeners.add(listener);
      return () => lane.listeners.delete(listener);
    },
    async retry(id) {
      takeFailed(id, true);
      await lane.drain();
      return look();
    },
    discard: (id) => takeFailed(id, false),
    close: () => close(options, lane),
  };
}
