import { empty, parse, type State } from './state';

/** Where the state is kept; the default is WeChat's storage. Both calls may throw. */
export interface Storage {
  get(key: string): unknown;
  set(key: string, value: string): void;
}

export interface Store {
  read(): State;
  /** Changes the state and writes it at once; false when it could only be kept in memory. */
  update(change: (state: State) => void): boolean;
}

/**
 * Reads before each change and writes after it, all in one turn: a phone that dies in between has
 * the state before or after, and two pages never overwrite each other. What cannot be written is
 * kept in memory and written with the next change.
 */
export function store(storage: Storage, key: string): Store {
  let held: State | null = null;
  let unread = false;

  function read(): State {
    if (held && !unread) {
      return held;
    }
    let raw: unknown;
    try {
      raw = storage.get(key);
    } catch {
      unread = true;
      return (held = held || empty());
    }
    const { state, whole } = parse(raw);
    if (!whole) {
      putAside(raw);
    }
    if (held) {
      const known = new Set(state.queue.map((entry) => entry.id));
      state.queue.push(...held.queue.filter((entry) => !known.has(entry.id)));
      state.failed.push(...held.failed);
      held = state;
    }
    unread = false;
    return state;
  }

  /** What cannot be read is not thrown away: support can look at it. */
  function putAside(raw: unknown): void {
    try {
      storage.set(`${key}.unreadable`, String(raw));
    } catch {
      // no room for it: what works goes first
    }
  }

  function update(change: (state: State) => void): boolean {
    const state = read();
    change(state);
    if (unread) {
      return false;
    }
    try {
      storage.set(key, JSON.stringify(state));
      held = null;
      return true;
    } catch {
      held = state;
      return false;
    }
  }

  return { read, update };
}
