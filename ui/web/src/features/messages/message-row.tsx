import { memo } from 'react';
import { Link } from 'react-router';
import { messagesTexts } from '@/features/messages/messages.texts';
import type { Message } from '@/features/messages/pages.model';
import { isOverdue, readable, standing, type Delivery } from '@/features/messages/row.model';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Moment } from '@/shared/ui/moment';
import { SandboxMark, StateTag, Tag } from '@/shared/ui/state-tag';

interface Props {
  message: Message;
  /** Counted from 0. */
  index: number;
  top: number;
  height: number;
  channelTitle: (channel: string) => string;
}

const MOST_TAGS = 2;

/** One message; the whole row leads to its page. */
export const MessageRow = memo(function MessageRow({ message, index, top, height, channelTitle }: Props) {
  const t = useTexts(messagesTexts);
  const language = useLanguage();
  const deliveries = standing(message);
  const worst = deliveries[0];
  const titleOf = ({ channel }: Delivery) => (channel === undefined || channel === null ? t('no-channel') : channelTitle(channel));
  const why = worst === undefined ? message.status[language] : readable(worst.why[language], language);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="message-row"
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <div role="cell" className="message-what">
        <Link to={`/messages/${message.id}`} state={{ fromList: true }} data-row={index} className="message-title">
          {message.title === '' ? t('untitled') : message.title}
        </Link>
        <small className="message-sub soft">
          {[message.type, message.subject].filter((text) => text !== '').join(' · ')}
        </small>
      </div>
      <div role="cell" className="message-who">
        <span>{message.recipient}</span>
        <small className="soft">{[...new Set(deliveries.map(titleOf))].join(' · ')}</small>
      </div>
      <div role="cell" className="message-state">
        <span className="message-tags">
          {deliveries.slice(0, MOST_TAGS).map((delivery) => (
            <span key={delivery.id} title={titleOf(delivery)}>
              {isOverdue(delivery) ? <Tag tone="doubt">{t('overdue')}</Tag> : <StateTag state={delivery.state} />}
            </span>
          ))}
          {deliveries.length > MOST_TAGS && <small>{t('more', { count: deliveries.length - MOST_TAGS })}</small>}
          {worst?.sandbox === true && <SandboxMark />}
        </span>
        <small className="message-why soft" title={why}>
          {why}
        </small>
      </div>
      <div role="cell" className="message-when soft">
        <Moment at={message.created_at} />
      </div>
    </div>
  );
});
