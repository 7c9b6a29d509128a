import { useEffect, useSyncExternalStore } from 'react';

/** What moved since the last event. */
export interface Moved {
  messages: readonly string[];
  /** More moved than are named: ask anew. */
  more: boolean;
}

type Listener = (moved: Moved) => void;
export type LiveState = 'connecting' | 'live' | 'away';

/**
 * The tab's one stream of hints. It is open while something listens; the browser connects again by
 * itself, and each time that it does everything may have moved meanwhile.
 */
class Stream {
  private source: EventSource | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private state: LiveState = 'connecting';
  private readonly listeners = new Set<Listener>();
  private readonly watchers = new Set<() => void>();

  constructor() {
    // a tab that nobody looks at holds no connection: browsers open few to one server
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) {
        this.release();
        this.become('away');
      } else if (this.listeners.size > 0) {
        this.open();
      }
    });
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    this.open();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) {
        this.close();
      }
    };
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  readonly now = (): LiveState => this.state;

  private open(): void {
    if (this.source !== undefined || document.hidden) {
      return;
    }
    const source = new EventSource('/v1/messages:watch');
    let again = this.state === 'away';
    this.source = source;
    source.addEventListener('ready', () => {
      this.become('live');
      if (again) {
        this.tell({ messages: [], more: true });
      }
      again = true;
    });
    source.addEventListener('moved', (event: MessageEvent<string>) => {
      const moved = parse(event.data);
      if (moved !== undefined) {
        this.tell(moved);
      }
    });
    source.addEventListener('error', () => {
      this.become('away');
      // a refusal ends it for good, where a lost connection does not
      if (source.readyState === EventSource.CLOSED) {
        this.source = undefined;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.listeners.size > 0 && this.open(), 10_000);
      }
    });
  }

  private close(): void {
    this.release();
    this.become('connecting');
  }

  private release(): void {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = undefined;
  }

  private tell(moved: Moved): void {
    this.listeners.forEach((listener) => listener(moved));
  }

  private become(state: LiveState): void {
    if (state !== this.state) {
      this.state = state;
      this.watchers.forEach((watcher) => watcher());
    }
  }
}

const stream = new Stream();

export function parse(data: string): Moved | undefined {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value !== 'object' || value === null || !('messages' in value)) {
      return undefined;
    }
    const { messages } = value;
    const more = 'more' in value && value.more === true;
    return Array.isArray(messages)
      ? { messages: messages.filter((id): id is string => typeof id === 'string'), more }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Calls {@code listener} when messages moved, as long as the component is there. */
export function useMoved(listener: Listener): void {
  useEffect(() => stream.listen(listener), [listener]);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(stream.watch, stream.now);
}
