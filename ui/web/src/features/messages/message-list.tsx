import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { MessageRow } from '@/features/messages/message-row';
import { messagesTexts } from '@/features/messages/messages.texts';
import { useRowHeight } from '@/features/messages/row-height';
import type { List } from '@/features/messages/use-list';
import type { Seen } from '@/features/messages/follower';
import { useTexts } from '@/shared/i18n/texts';
import { Trouble } from '@/shared/ui/trouble';

/** Rows above and below those on the screen. */
const AROUND = 8;
/** What the row behind the last needs to say why no more came. */
const TROUBLE = 190;
/** So many rows before the end the next page is asked for. */
const AHEAD = 40;

/** Where a list was left, by the entry of the browser's history that showed it. */
const places = new Map<string, number>();

interface Props {
  list: List;
  /** Told what is on the screen. */
  onSee: (part: Partial<Seen>) => void;
  scroller: RefObject<HTMLDivElement | null>;
  channelTitle: (channel: string) => string;
}

const columns = ['message', 'recipient', 'state', 'when'] as const;

/** Draws the rows on the screen and a few around, however many are loaded. */
export function MessageList({ list, onSee, scroller, channelTitle }: Props) {
  const t = useTexts(messagesTexts);
  const { key } = useLocation();
  const height = useRowHeight();
  const rows = list.rows ?? [];
  const count = rows.length + (list.hasMore || list.error !== null ? 1 : 0);
  const { more, hasMore, error } = list;
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler memoizes here
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (index === rows.length && error !== null ? TROUBLE : height),
    overscan: AROUND,
    getItemKey: (index) => rows[index]?.id ?? 'end',
    initialOffset: () => places.get(key) ?? 0,
  });
  const items = virtual.getVirtualItems();
  const total = virtual.getTotalSize();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;

  useLayoutEffect(() => virtual.measure(), [virtual, height, error]);
  useEffect(() => {
    if (hasMore && last >= rows.length - AHEAD) {
      more();
    }
  }, [hasMore, last, rows.length, more]);
  useEffect(() => {
    onSee({ first, last });
  }, [onSee, first, last]);
  usePlace(scroller, onSee, key);
  const walk = useWalk(scroller, rows.length, (row) => virtual.scrollToIndex(row, { align: 'auto' }));

  return (
    <div
      role="table"
      className="messages-table"
      aria-label={t('list')}
      aria-rowcount={list.hasMore ? -1 : rows.length + 1}
      aria-busy={list.old}
    >
      <div role="rowgroup" className="messages-head">
        <div role="row" aria-rowindex={1} className="message-columns soft">
          {columns.map((column) => (
            <span role="columnheader" key={column}>
              {t(`column.${column}`)}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="messages-scroll" ref={scroller} onKeyDown={walk} style={{ maxHeight: total }}>
        <div role="presentation" style={{ height: total, position: 'relative' }}>
          {items.map(({ index, start, key: id }) => {
            const message = rows[index];
            return message === undefined ? (
              <div role="presentation" key="end" className="messages-end" style={{ transform: `translateY(${start}px)` }}>
                {list.error === null ? (
                  <span className="skeleton" aria-hidden="true">
                    <span style={{ width: '70%' }} />
                  </span>
                ) : (
                  <Trouble error={list.error} onRetry={list.again} />
                )}
              </div>
            ) : (
              <MessageRow key={id} message={message} index={index} top={start} height={height} channelTitle={channelTitle} />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Back where the list was left; remembers where it is. */
function usePlace(scroller: RefObject<HTMLDivElement | null>, onSee: Props['onSee'], key: string): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) {
      return undefined;
    }
    box.scrollTo({ top: places.get(key) ?? 0 });
    const note = () => {
      places.set(key, box.scrollTop);
      onSee({ atTop: box.scrollTop < 8 });
    };
    note();
    box.addEventListener('scroll', note, { passive: true });
    return () => box.removeEventListener('scroll', note);
  }, [scroller, onSee, key]);
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrow keys go from row to row. */
function useWalk(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  show: (row: number) => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  const wanted = useRef(-1);
  useEffect(() => {
    if (wanted.current >= 0 && focusRow(scroller.current, wanted.current)) {
      wanted.current = -1;
    }
  });
  return (event) => {
    const step = steps[event.key];
    const now = Number(event.target instanceof HTMLElement ? event.target.dataset['row'] : undefined);
    const next = now + (step ?? 0);
    if (step === undefined || Number.isNaN(now) || next < 0 || next >= count) {
      return;
    }
    event.preventDefault();
    show(next);
    wanted.current = focusRow(scroller.current, next) ? -1 : next;
  };
}

function focusRow(box: HTMLElement | null, row: number): boolean {
  const link = box?.querySelector<HTMLElement>(`[data-row="${row}"]`);
  link?.focus({ preventScroll: true });
  return link !== null && link !== undefined;
}
