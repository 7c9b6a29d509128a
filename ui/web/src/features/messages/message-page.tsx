import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { ActionsCard } from '@/features/messages/actions-card';
import { DeliveryCard } from '@/features/messages/delivery-card';
import { FactsCard } from '@/features/messages/facts-card';
import { LiveMark } from '@/features/messages/live-mark';
import { messageQuery, refreshMessage } from '@/features/messages/message.api';
import { messageTexts } from '@/features/messages/message.texts';
import type { Message } from '@/features/messages/pages.model';
import { standing, superseded } from '@/features/messages/row.model';
import { useChannelTitle } from '@/features/messages/use-channel-title';
import { useSaid, useTexts } from '@/shared/i18n/texts';
import { isElsewhere, Zone } from '@/shared/i18n/zone';
import { zoneQuery } from '@/shared/api/people';
import { useMoved, type Moved } from '@/shared/live/live';
import { Loading } from '@/shared/ui/loading';
import { Card, Page } from '@/shared/ui/page';
import { Raw } from '@/shared/ui/raw';
import { Trouble } from '@/shared/ui/trouble';
import '@/features/messages/messages.css';
import '@/features/messages/message.css';

/** One message: where it stands, why, what happens next, what can be done. */
export function Component() {
  const t = useTexts(messageTexts);
  const said = useSaid();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(messageQuery(id));
  const zone = useQuery({ ...zoneQuery(data?.recipient ?? ''), enabled: data !== undefined }).data;
  useFresh(id);
  const title = data === undefined ? t('page') : data.title === '' ? t('untitled') : data.title;
  return (
    <div className="message-page">
      <Back />
      <Page title={title} lead={data && said(data.status)} actions={<LiveMark />}>
        {isElsewhere(zone) && <p className="soft">{t('zone', { zone })}</p>}
        {error !== null && <Trouble error={error} onRetry={refetch} />}
        {data !== undefined && (
          <Zone value={zone}>
            <Body message={data} />
          </Zone>
        )}
        {data === undefined && error === null && <Loading rows={8} />}
      </Page>
    </div>
  );
}

function Body({ message }: { message: Message }) {
  const t = useTexts(messageTexts);
  const channelTitle = useChannelTitle();
  const old = superseded(message);
  return (
    <div className="message-parts">
      <div className="stack message-main">
        {standing(message).map((delivery) => (
          <DeliveryCard key={delivery.id} delivery={delivery} channelTitle={channelTitle} />
        ))}
        {old.length > 0 && (
          <details className="superseded" open>
            <summary>{t('superseded')}</summary>
            <div className="stack">
              {old.map((delivery) => (
                <DeliveryCard key={delivery.id} delivery={delivery} channelTitle={channelTitle} />
              ))}
            </div>
          </details>
        )}
      </div>
      <div className="stack message-aside">
        <ActionsCard message={message} channelTitle={channelTitle} />
        <FactsCard message={message} />
        <NotPlanned message={message} channelTitle={channelTitle} />
        <Raw data={message} />
      </div>
    </div>
  );
}

function NotPlanned({ message, channelTitle }: { message: Message; channelTitle: (channel: string) => string }) {
  const t = useTexts(messageTexts);
  const said = useSaid();
  if (message.not_planned.length === 0) {
    return null;
  }
  return (
    <Card title={t('not-planned')}>
      <dl className="facts">
        {message.not_planned.map(({ channel, sentence }) => (
          <div key={channel} className="fact">
            <dt>{channelTitle(channel)}</dt>
            <dd>{said(sentence)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** To the list, where it was left if the reader came from there. */
function Back() {
  const t = useTexts(messageTexts);
  const navigate = useNavigate();
  const location = useLocation();
  const state: unknown = location.state;
  const fromList = typeof state === 'object' && state !== null && 'fromList' in state;
  return (
    <p className="message-back">
      <Link
        to="/messages"
        onClick={(event) => {
          if (fromList && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
            event.preventDefault();
            void navigate(-1);
          }
        }}
      >
        {t('back')}
      </Link>
    </p>
  );
}

/** Asks anew when this message moved. */
function useFresh(id: string): void {
  const client = useQueryClient();
  const moved = useCallback(
    ({ messages, more }: Moved) => {
      if (more || messages.includes(id)) {
        void refreshMessage(client);
      }
    },
    [client, id],
  );
  useMoved(moved);
}
