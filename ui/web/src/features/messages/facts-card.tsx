import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { notificationQuery, type Fact } from '@/features/messages/message.api';
import { messageTexts } from '@/features/messages/message.texts';
import type { Message } from '@/features/messages/pages.model';
import { useTexts } from '@/shared/i18n/texts';
import { Loaded } from '@/shared/ui/loaded';
import { Moment } from '@/shared/ui/moment';
import { Card } from '@/shared/ui/page';

const INBOX = ['unread', 'read', 'archived'] as const;

/** What the message is, to whom, and what it says. */
export function FactsCard({ message }: { message: Message }) {
  const t = useTexts(messageTexts);
  const notification = useQuery(notificationQuery(message.notification));
  const inbox = INBOX.find((state) => state === message.inbox);
  const about = `/messages?${new URLSearchParams({ subject: message.subject }).toString()}`;
  return (
    <Card title={t('facts')}>
      <dl className="facts">
        <Item name={t('recipient')}>
          <Link to={`/recipients/${encodeURIComponent(message.recipient)}`}>{message.recipient}</Link>
        </Item>
        <Item name={t('inbox')}>
          {inbox === undefined ? t('inbox.other', { state: message.inbox }) : t(`inbox.${inbox}`)}{' '}
          {typeof message.read_at === 'string' && <Moment at={message.read_at} />}
        </Item>
        <Item name={t('accepted')}>
          <Moment at={message.created_at} as="full" />
        </Item>
        {message.subject !== '' && (
          <Item name={t('subject')}>
            <Link to={about}>{message.subject}</Link>
          </Item>
        )}
        <Item name={t('type')}>{message.type}</Item>
        <Item name={t('category')}>{message.category}</Item>
      </dl>
      <Loaded query={notification} rows={2}>
        {(fact) => <OfNotification fact={fact} />}
      </Loaded>
    </Card>
  );
}

function OfNotification({ fact }: { fact: Fact }) {
  const t = useTexts(messageTexts);
  const { text } = fact.payload;
  const all = `/messages?${new URLSearchParams({ notification: fact.id }).toString()}`;
  return (
    <>
      <dl className="facts facts-more">
        {fact.urgent && <Item name="">{t('urgent')}</Item>}
        {typeof fact.expires_at === 'string' && (
          <Item name={t('expires')}>
            <Moment at={fact.expires_at} as="full" />
          </Item>
        )}
        <Item name={t('others')}>
          {fact.recipients > 1 ? <Link to={all}>{t('others.all', { count: fact.recipients })}</Link> : t('others.one')}
        </Item>
        <Item name={t('sender')}>
          <code>{fact.created_by}</code>
        </Item>
      </dl>
      {typeof text === 'string' && text !== '' && (
        <>
          <h3>{t('content')}</h3>
          <blockquote className="said-text">{text}</blockquote>
        </>
      )}
    </>
  );
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
