import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DigestNote } from '@/features/messages/digest-note';
import { explanationQuery } from '@/features/messages/message.api';
import { messageTexts } from '@/features/messages/message.texts';
import { coming } from '@/features/messages/next.model';
import { isOverdue, readable, type Delivery } from '@/features/messages/row.model';
import { digestOf, steps, type Explanation } from '@/features/messages/story.model';
import { Timeline } from '@/features/messages/timeline';
import { moment, relative } from '@/shared/format/moment';
import { useLanguage, useSaid, useTexts } from '@/shared/i18n/texts';
import { useZone } from '@/shared/i18n/zone';
import { Loaded } from '@/shared/ui/loaded';
import { Raw } from '@/shared/ui/raw';
import { StateTag, toneOf } from '@/shared/ui/state-tag';

interface Props {
  delivery: Delivery;
  channelTitle: (channel: string) => string;
}

/** Where the browser finds a delivery on its message's page. */
export function anchorOf(delivery: string): string {
  return `delivery-${delivery}`;
}

/** One way to the person: where it stands, why, what comes next, and what happened until now. */
export function DeliveryCard({ delivery, channelTitle }: Props) {
  const t = useTexts(messageTexts);
  const language = useLanguage();
  const zone = useZone();
  const explanation = useQuery(explanationQuery(delivery));
  const title = (delivery.channel ?? null) === null ? t('no-channel') : channelTitle(delivery.channel ?? '');
  const next = coming(delivery, new Date());
  const old = (delivery.resent_as ?? null) !== null;
  const tone = isOverdue(delivery) ? 'doubt' : toneOf[delivery.state];
  const values: Record<string, string> = next.at === undefined ? {} : { at: moment(next.at, language, zone), when: relative(next.at, language) };
  return (
    <article className="card delivery" id={anchorOf(delivery.id)} tabIndex={-1} aria-labelledby={`${anchorOf(delivery.id)}-title`}>
      <div className="row apart">
        <h2 id={`${anchorOf(delivery.id)}-title`}>{title}</h2>
        <span>
          <StateTag state={delivery.state} sandbox={delivery.sandbox} />
        </span>
      </div>
      <div className={`standing standing-${tone}`}>
        <p className="standing-why">{readable(delivery.why[language], language, zone)}</p>
        <p>
          <strong>{t('next')}</strong>
          {t(`next.${next.what}`, values)}
        </p>
      </div>
      <Where delivery={delivery} />
      <Loaded query={explanation}>
        {(told) => (
          <>
            <Story explanation={told} message={delivery.message} folded={old} />
            <Proof explanation={told} />
            <Raw data={told} />
          </>
        )}
      </Loaded>
    </article>
  );
}

/** Through what, to where, and in place of what. */
function Where({ delivery }: { delivery: Delivery }) {
  const t = useTexts(messageTexts);
  const { account, endpoint_hint: hint, provider_ref: reference, resend_of: before, resent_as: after } = delivery;
  return (
    <p className="row soft delivery-where">
      {typeof account === 'string' && <span>{t('account', { account })}</span>}
      {typeof hint === 'string' && <span>{t('to', { hint })}</span>}
      {delivery.attempts > 0 && <span>{t('attempts', { count: delivery.attempts })}</span>}
      {typeof reference === 'string' && (
        <span>
          {t('ref')} <code>{reference}</code>
        </span>
      )}
      {typeof before === 'string' && <Jump to={before}>{t('resend-of')}</Jump>}
      {typeof after === 'string' && <Jump to={after}>{t('resent-as')}</Jump>}
      <Link to={`/messages?${new URLSearchParams({ state: delivery.state, reason: delivery.reason }).toString()}`}>{t('same')}</Link>
    </p>
  );
}

/** To another delivery on this page. */
export function Jump({ to, children }: { to: string; children: string }) {
  return (
    <button
      type="button"
      className="jump"
      onClick={() => {
        const card = document.getElementById(anchorOf(to));
        card?.closest('details')?.setAttribute('open', '');
        card?.focus();
        card?.scrollIntoView({ block: 'start' });
      }}
    >
      {children}
    </button>
  );
}

function Story({ explanation, message, folded }: { explanation: Explanation; message: string; folded: boolean }) {
  const t = useTexts(messageTexts);
  const told = steps(explanation);
  const digest = digestOf(explanation);
  const line = <Timeline steps={told} label={t('story')} />;
  return (
    <>
      {digest !== undefined && <DigestNote id={digest} message={message} />}
      {folded ? (
        <details>
          <summary>{t('story.show', { count: told.length })}</summary>
          {line}
        </details>
      ) : (
        <>
          <h3>{t('story')}</h3>
          {line}
        </>
      )}
    </>
  );
}

function Proof({ explanation }: { explanation: Explanation }) {
  const t = useTexts(messageTexts);
  const said = useSaid();
  const { can_prove: proof, delivery } = explanation;
  if (proof === null || proof === undefined) {
    return null;
  }
  return (
    <p className="soft proof">
      <strong>{t('proves')}</strong>
      {said(proof)}
      {delivery.sandbox && delivery.ceiling !== 'DELIVERED' && ` ${t('proves.sandbox')}`}
    </p>
  );
}
