import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Accepted } from '@/features/compose/compose.api';
import { composeTexts } from '@/features/compose/compose.texts';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';

const MOST = 50;

/** It was taken, which is not yet sent, and where to see what becomes of it. */
export function SentCard({ accepted, onAnew }: { accepted: Accepted; onAnew: (like: boolean) => void }) {
  const t = useTexts(composeTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { messages } = accepted;
  return (
    <section className="card stack" aria-labelledby="sent">
      <div>
        <h2 id="sent" ref={heading} tabIndex={-1} className="compose-sent">
          {t('sent')}
        </h2>
        <p>{t('sent.what', { count: messages.length })}</p>
        {accepted.repeated && <p className="notice tone-sent">{t('sent.repeated')}</p>}
      </div>
      <p>
        <Link to={`/messages?notification=${accepted.id}`}>{t('sent.list')}</Link>
      </p>
      <ul className="compose-messages">
        {messages.slice(0, MOST).map(({ id, recipient }) => (
          <li key={id}>
            <Link to={`/messages/${id}`}>{recipient}</Link>
          </li>
        ))}
      </ul>
      {messages.length > MOST && <p className="soft">{t('sent.more', { count: messages.length - MOST })}</p>}
      <div className="row">
        <Button look="primary" onClick={() => onAnew(false)}>
          {t('sent.new')}
        </Button>
        <Button onClick={() => onAnew(true)}>{t('sent.like')}</Button>
      </div>
    </section>
  );
}
