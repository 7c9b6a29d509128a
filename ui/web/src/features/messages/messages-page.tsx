import { useCallback, useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Chips } from '@/features/messages/chips';
import { changed, readFilter, writeFilter, type Filter, type FilterKey } from '@/features/messages/filter.model';
import { Filters, type Change } from '@/features/messages/filters';
import { LiveMark } from '@/features/messages/live-mark';
import { MessageList } from '@/features/messages/message-list';
import { messagesTexts } from '@/features/messages/messages.texts';
import type { Message } from '@/features/messages/pages.model';
import { useChannelTitle } from '@/features/messages/use-channel-title';
import { useFollowing } from '@/features/messages/use-following';
import { useList, type List } from '@/features/messages/use-list';
import { useChannelTitles } from '@/shared/api/channel-titles';
import { count } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { Loading } from '@/shared/ui/loading';
import { Empty, Page } from '@/shared/ui/page';
import { Trouble } from '@/shared/ui/trouble';
import '@/features/messages/messages.css';

/** Texts that are being typed change the entry of the history instead of adding one. */
const TYPED: readonly FilterKey[] = ['q', 'recipient', 'subject', 'reason', 'type', 'from', 'to'];

/** Every message, by any filter; the address says which. */
export function Component() {
  const t = useTexts(messagesTexts);
  const [address, setAddress] = useSearchParams();
  const text = writeFilter(readFilter(address)).toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(text)), [text]);
  const onChange = useCallback<Change>(
    (change) =>
      setAddress(writeFilter(changed(filter, change)), {
        replace: Object.keys(change).some((key) => TYPED.some((typed) => typed === key)),
      }),
    [filter, setAddress],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const list = useList(filter);
  const { waiting, letIn, onSee, refresh } = useFollowing(filter);
  const channelTitle = useChannelTitle();
  const known = useKnown(list.rows);
  const toNew = () => {
    letIn();
    scroller.current?.scrollTo({ top: 0 });
  };
  return (
    <div className="messages-page">
      <Page
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <LiveMark />
            <Button onClick={list.rows === undefined ? list.again : refresh}>{t('refresh')}</Button>
          </>
        }
      >
        <div>
          <Filters filter={filter} known={known} channelTitle={channelTitle} onChange={onChange} />
          <Chips filter={filter} channelTitle={channelTitle} onChange={onChange} onClear={() => setAddress({})} />
        </div>
        <section className="card messages-card" aria-label={t('list')}>
          <div role="status" className="messages-new">
            {waiting > 0 && (
              <button type="button" className="new-pill" onClick={toNew}>
                ↑ {t('new', { count: waiting })}
              </button>
            )}
          </div>
          <Body list={list} filter={filter}>
            <MessageList list={list} onSee={onSee} scroller={scroller} channelTitle={channelTitle} />
          </Body>
          <Loaded list={list} />
        </section>
      </Page>
    </div>
  );
}

function Body({ list, filter, children }: { list: List; filter: Filter; children: React.ReactNode }) {
  const t = useTexts(messagesTexts);
  if (list.rows === undefined) {
    return list.error === null ? <Loading rows={8} /> : <Trouble error={list.error} onRetry={list.again} />;
  }
  if (list.rows.length > 0 || list.error !== null || list.old) {
    return children;
  }
  const any = Object.keys(filter).length > 0;
  return (
    <Empty title={t(any ? 'none.title' : 'empty.title')}>
      <p>{t(any ? 'none.what' : 'empty.what')}</p>
      <p>{any ? <Link to="/why">{t('none.why')}</Link> : <Link to="/compose">{t('empty.compose')}</Link>}</p>
    </Empty>
  );
}

function Loaded({ list }: { list: List }) {
  const t = useTexts(messagesTexts);
  const language = useLanguage();
  const loaded = list.rows?.length ?? 0;
  if (loaded === 0) {
    return null;
  }
  const shown = list.hasMore ? t('loaded.more', { count: count(loaded, language) }) : t('loaded', { count: loaded });
  return <p className="messages-count soft">{shown}</p>;
}

const LOOKED_AT = 500;

/** What the fields propose: what is on the list, and the channels that are installed. */
function useKnown(rows: readonly Message[] | undefined) {
  const titles = useChannelTitles();
  return useMemo(() => {
    const some = rows?.slice(0, LOOKED_AT) ?? [];
    const deliveries = some.flatMap((message) => message.deliveries);
    const distinct = (all: readonly (string | null | undefined)[]) =>
      [...new Set(all.filter((text): text is string => typeof text === 'string'))].toSorted();
    return {
      reason: distinct(deliveries.map(({ reason }) => reason)),
      type: distinct(some.map(({ type }) => type)),
      channel: Object.keys(titles).length === 0 ? distinct(deliveries.map(({ channel }) => channel)) : Object.keys(titles),
    };
  }, [rows, titles]);
}
