import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { actionsTexts } from '@/features/messages/actions.texts';
import { Jump } from '@/features/messages/delivery-card';
import { unreachedQuery, type Unreached } from '@/features/messages/message.api';
import type { Message } from '@/features/messages/pages.model';
import { ResendForm } from '@/features/messages/resend-form';
import { standing } from '@/features/messages/row.model';
import { WithdrawForm } from '@/features/messages/withdraw-form';
import type { Wire } from '@/shared/api/client';
import { sessionQuery } from '@/shared/api/session';
import { useSaid, useTexts } from '@/shared/i18n/texts';
import { Loaded } from '@/shared/ui/loaded';
import { Card } from '@/shared/ui/page';
import { useStateLabel } from '@/shared/ui/state-tag';

interface Props {
  message: Message;
  channelTitle: (channel: string) => string;
}

/** What is safe to do about this message, and nothing else. */
export function ActionsCard({ message, channelTitle }: Props) {
  const t = useTexts(actionsTexts);
  const { data: session } = useQuery(sessionQuery);
  const query = useQuery(unreachedQuery(message));
  const [resent, setResent] = useState<Wire['ResendView']>();
  const deliveries = standing(message);
  const mayWrite = session?.scopes.includes('notifications:write') ?? false;
  const waiting = deliveries.some(({ state }) => state === 'QUEUED');
  const open = waiting || deliveries.some(({ state }) => state === 'CLAIMED');
  return (
    <Card title={t('title')}>
      <div role="status">
        {resent !== undefined && (
          <div className="done tone-sent">
            <p>{t(resent.repeated ? 'resend.repeated' : 'resend.done')}</p>
            <Jump to={resent.delivery}>{t('resend.show')}</Jump>
          </div>
        )}
      </div>
      <Loaded query={query} rows={2}>
        {(unreached) => (
          <>
            {unreached.map((item) => (
              <About key={item.delivery} item={item} mayWrite={mayWrite} channelTitle={channelTitle} onResent={setResent} />
            ))}
            {unreached.length === 0 && <p className="soft">{t(open ? 'nothing.open' : 'nothing')}</p>}
            {unreached.length > 0 && !mayWrite && <p className="soft">{t('read-only')}</p>}
          </>
        )}
      </Loaded>
      {mayWrite && <WithdrawForm message={message} waiting={waiting} />}
    </Card>
  );
}

interface AboutProps {
  item: Unreached;
  mayWrite: boolean;
  channelTitle: (channel: string) => string;
  onResent: (done: Wire['ResendView']) => void;
}

/** What can be done about one delivery, the wisest first. */
function About({ item, mayWrite, channelTitle, onResent }: AboutProps) {
  const t = useTexts(actionsTexts);
  const said = useSaid();
  const label = useStateLabel();
  const refusal = item.no_resend ?? undefined;
  return (
    <div className="action">
      <h3>{t('about', { channel: item.channel === undefined || item.channel === null ? '' : channelTitle(item.channel), state: label(item.state) })}</h3>
      {refusal !== undefined && (
        <p>
          <strong>{t('no-resend')}</strong> {said(refusal.why)}
        </p>
      )}
      {item.actions.map((offer, index) => (
        <div key={offer.action} className="offer">
          {offer.reason !== refusal?.reason && <p>{said(offer.why)}</p>}
          {isResend(offer.action) ? (
            mayWrite && (
              <ResendForm
                delivery={item.delivery}
                doubt={offer.action === 'resend_if_duplicate_acceptable'}
                first={index === 0}
                onDone={onResent}
              />
            )
          ) : (
            <Instead action={offer.action} recipient={item.recipient} />
          )}
        </div>
      ))}
    </div>
  );
}

function isResend(action: string): boolean {
  return action === 'resend' || action === 'resend_if_duplicate_acceptable';
}

/** What comes first, or instead. */
function Instead({ action, recipient }: { action: string; recipient: string }) {
  const t = useTexts(actionsTexts);
  switch (action) {
    case 'fix_endpoint_first':
      return <Link to={`/recipients/${encodeURIComponent(recipient)}`}>{t('fix_endpoint_first')}</Link>;
    case 'fix_account_first':
      return <Link to="/channels">{t('fix_account_first')}</Link>;
    case 'post_again':
      return <Link to="/compose">{t('post_again')}</Link>;
    case 'wait_for_evidence':
      return <p>{t('wait_for_evidence')}</p>;
    default:
      return null;
  }
}
