import { absorbed, isLoaded, pagesAt, patched, unseen, type Message, type MessagePage, type Pages } from '@/features/messages/pages.model';
import type { Moved } from '@/shared/live/live';

/** What a follower needs of the list that it keeps fresh. */
export interface Followed {
  read: () => Pages | undefined;
  write: (pages: Pages) => void;
  one: (id: string) => Promise<Message>;
  page: (cursor: string | null) => Promise<MessagePage>;
  /** Told when something waits to be let in. */
  onWaiting: (count: number) => void;
  /** Ends after a while, so that a burst of hints costs one question. */
  rest: () => Promise<void>;
}

/** Which rows are on the screen. */
export interface Seen {
  first: number;
  last: number;
  atTop: boolean;
}

/** Messages that came and are not shown yet. */
type Waiting = { kind: 'rows'; rows: readonly Message[] } | { kind: 'gap'; pages: Pages };

const NOTHING: Waiting = { kind: 'rows', rows: [] };
const AT_ONCE = 4;
const MOST_QUEUED = 60;
const MOST_NEW_PAGES = 5;

/**
 * Keeps what is loaded of a list fresh. Rows that moved are asked for one by one; when they are too
 * many, the pages on the screen are. New ones come in when the reader is at the top, and wait
 * otherwise, so that nothing jumps. A question that fails is left to the next hint.
 */
export class Follower {
  private readonly queued = new Set<string>();
  private running = 0;
  private looking: 'no' | 'yes' | 'again' = 'no';
  private waiting: Waiting = NOTHING;
  private stopped = true;
  private seen: Seen = { first: 0, last: 0, atTop: true };

  constructor(private readonly list: Followed) {}

  start(): void {
    this.stopped = false;
    if (this.list.read() !== undefined) {
      this.refresh();
    }
  }

  stop(): void {
    this.stopped = true;
    this.queued.clear();
  }

  readonly moved = ({ messages, more }: Moved): void => {
    const pages = this.list.read();
    if (pages === undefined || this.stopped) {
      return;
    }
    const loaded = messages.filter((id) => isLoaded(pages, id));
    if (more || this.queued.size + loaded.length > MOST_QUEUED) {
      this.queued.clear();
      void this.refreshSeen();
    } else {
      loaded.forEach((id) => this.queued.add(id));
      this.pump();
    }
    if (more || loaded.length < messages.length) {
      this.look();
    }
  };

  readonly refresh = (): void => {
    void this.refreshSeen();
    this.look();
  };

  /** To be told what is on the screen; at the top, what waits comes in. */
  readonly see = (part: Partial<Seen>): void => {
    this.seen = { ...this.seen, ...part };
    if (part.atTop === true) {
      this.letIn();
    }
  };

  /** Lets in what waits. */
  readonly letIn = (): void => {
    const pages = this.list.read();
    const { waiting } = this;
    if (waiting.kind === 'rows' && waiting.rows.length === 0) {
      return;
    }
    this.wait(NOTHING);
    if (pages !== undefined) {
      this.list.write(waiting.kind === 'gap' ? waiting.pages : absorbed(pages, waiting.rows));
    }
  };

  private pump(): void {
    for (const id of this.queued) {
      if (this.running >= AT_ONCE) {
        return;
      }
      this.queued.delete(id);
      this.running += 1;
      void this.attempt(async () => this.patch([await this.list.one(id)])).finally(() => {
        this.running -= 1;
        this.pump();
      });
    }
  }

  private async refreshSeen(): Promise<void> {
    const pages = this.list.read();
    const { first, last } = this.seen;
    for (const index of pages === undefined ? [] : pagesAt(pages, first, last)) {
      await this.attempt(async () => this.patch((await this.list.page(pages?.cursors[index] ?? null)).items));
    }
  }

  /** One look at a time; hints meanwhile are served by one more. */
  private look(): void {
    if (this.looking !== 'no') {
      this.looking = 'again';
      return;
    }
    this.looking = 'yes';
    void this.attempt(() => this.findNew())
      .then(() => this.list.rest())
      .finally(() => {
        const again = this.looking === 'again' && !this.stopped;
        this.looking = 'no';
        if (again) {
          this.look();
        }
      });
  }

  private async findNew(): Promise<void> {
    const found: MessagePage[] = [];
    const cursors: (string | null)[] = [];
    let cursor: string | null = null;
    let joined = false;
    while (!joined && found.length < MOST_NEW_PAGES) {
      const page: MessagePage = await this.list.page(cursor);
      const pages = this.list.read();
      if (pages === undefined || this.stopped) {
        return;
      }
      found.push(page);
      cursors.push(cursor);
      cursor = page.next_cursor ?? null;
      joined = cursor === null || page.items.some(({ id }) => isLoaded(pages, id));
    }
    this.take(joined, { pages: found, cursors });
  }

  private take(joined: boolean, found: Pages): void {
    const pages = this.list.read();
    if (pages === undefined || this.stopped) {
      return;
    }
    const all = found.pages.flatMap((page) => page.items);
    const rows = unseen(pages, all);
    this.patch(all);
    this.wait(joined ? { kind: 'rows', rows } : { kind: 'gap', pages: found });
    if (this.seen.atTop) {
      this.letIn();
    }
  }

  private wait(waiting: Waiting): void {
    this.waiting = waiting;
    const rows = waiting.kind === 'rows' ? waiting.rows : waiting.pages.pages.flatMap((page) => page.items);
    this.list.onWaiting(rows.length);
  }

  private patch(news: readonly Message[]): void {
    const pages = this.list.read();
    if (pages === undefined || this.stopped) {
      return;
    }
    const next = patched(pages, news);
    if (next !== pages) {
      this.list.write(next);
    }
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch {
      // the row stays as it was; the mark of liveness says when the connection is away
    }
  }
}
