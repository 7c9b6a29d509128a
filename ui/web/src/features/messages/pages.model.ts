import type { Wire } from '@/shared/api/client';

export type Message = Wire['MessageView'];
export type MessagePage = Wire['PageMessageView'];

/** What is loaded of a list: pages one after the other, the newest message first, no id twice. */
export interface Pages {
  pages: readonly MessagePage[];
  /** What each page was asked for with. */
  cursors: readonly (string | null)[];
}

interface Place {
  page: number;
  row: number;
  found: boolean;
}

/** Ids grow with time, and the list goes by them. */
function before(one: string, other: string): boolean {
  return one > other;
}

export function rowsOf(pages: Pages): readonly Message[] {
  return pages.pages.flatMap((page) => page.items);
}

export function isLoaded(pages: Pages, id: string): boolean {
  return placeOf(pages, id).found;
}

/** Where it is, or where it would have to be. Halving, so that 100,000 rows cost a few steps. */
function placeOf(pages: Pages, id: string): Place {
  const page = firstThat(pages.pages.length, (p) => {
    const last = pages.pages[p]?.items.at(-1);
    return last !== undefined && !before(last.id, id);
  });
  const items = pages.pages[page]?.items ?? [];
  const row = firstThat(items.length, (r) => {
    const item = items[r];
    return item !== undefined && !before(item.id, id);
  });
  return { page, row, found: items[row]?.id === id };
}

/** The first index that holds, when all after it hold as well; the length when none does. */
function firstThat(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/** Loaded ones are replaced by what is known now; others are left out. */
export function patched(pages: Pages, news: readonly Message[]): Pages {
  return changedPages(pages, news, false);
}

/**
 * Loaded ones are replaced, others come in where they belong. What belongs behind the last page
 * waits for the page that brings it.
 */
export function absorbed(pages: Pages, news: readonly Message[]): Pages {
  return changedPages(pages, news, true);
}

function changedPages(pages: Pages, news: readonly Message[], insert: boolean): Pages {
  const copy = [...pages.pages];
  const mine = new Set<number>();
  const current: Pages = { pages: copy, cursors: pages.cursors };
  for (const message of news) {
    const place = placeOf(current, message.id);
    const behind = place.page === copy.length;
    if (!place.found && (!insert || (behind && hasMore(pages)))) {
      continue;
    }
    const index = behind ? copy.length - 1 : place.page;
    const page = copy[index];
    if (page === undefined) {
      continue;
    }
    const items = mine.has(index) ? page.items : [...page.items];
    items.splice(behind ? items.length : place.row, place.found ? 1 : 0, message);
    copy[index] = { ...page, items };
    mine.add(index);
  }
  return mine.size === 0 ? pages : current;
}

/** What the page behind the last is asked for with; null when there is none. */
export function nextCursor(pages: Pages): string | null {
  return pages.pages.at(-1)?.next_cursor ?? null;
}

function hasMore(pages: Pages): boolean {
  return nextCursor(pages) !== null;
}

/** With the page that was asked for with {@code cursor}, unless that has been appended already. */
export function appended(pages: Pages, cursor: string, page: MessagePage): Pages {
  return nextCursor(pages) === cursor
    ? { pages: [...pages.pages, page], cursors: [...pages.cursors, cursor] }
    : pages;
}

/** Those of a page that are not loaded and would be, had they been there. */
export function unseen(pages: Pages, news: readonly Message[]): readonly Message[] {
  const oldest = pages.pages.at(-1)?.items.at(-1);
  const open = oldest === undefined || !hasMore(pages);
  return news.filter(({ id }) => !isLoaded(pages, id) && (open || before(id, oldest.id)));
}

/** Indexes of the pages that hold these rows. */
export function pagesAt(pages: Pages, first: number, last: number): readonly number[] {
  const held: number[] = [];
  let from = 0;
  pages.pages.forEach((page, index) => {
    const to = from + page.items.length;
    if (to > first && from <= last && page.items.length > 0) {
      held.push(index);
    }
    from = to;
  });
  return held;
}
