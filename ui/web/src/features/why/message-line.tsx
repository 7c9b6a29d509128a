import { Link } from 'react-router';
import type { Message } from '@/features/why/why.model';
import { whyTexts } from '@/features/why/why.texts';
import type { Titles } from '@/shared/api/channel-titles';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { useSentence } from '@/shared/i18n/use-sentence';
import { Moment } from '@/shared/ui/moment';
import { StateTag } from '@/shared/ui/state-tag';

/** One message: what became of it by each channel, and why. */
export function MessageLine({ message, titles }: { message: Message; titles: Titles }) {
  const t = useTexts(whyTexts);
  const language = useLanguage();
  const sentence = useSentence();
  const name = (channel: string | null | undefined) => (channel === null || channel === undefined ? t('no-channel') : (titles[channel]?.[language] ?? channel));
  return (
    <div className="why-message">
      <p className="row apart">
        <Link to={`/messages/${message.id}`} className="why-title">
          {message.title === '' ? t('untitled') : message.title}
        </Link>
        <span className="soft">
          <Moment at={message.created_at} as="full" />
        </span>
      </p>
      <p className="soft">
        <code>{message.type}</code>
        {message.subject !== '' && <> · {message.subject}</>}
      </p>
      <ul className="why-deliveries">
        {message.deliveries.map((delivery) => (
          <li key={delivery.id}>
            <span className="row">
              <StateTag state={delivery.state} sandbox={delivery.sandbox} />
              <strong>{name(delivery.channel)}</strong>
            </span>
            <p>{sentence(delivery.why)}</p>
          </li>
        ))}
        {message.deliveries.length === 0 && (
          <li>
            <strong>{t('inbox.only')}</strong>
            <p>{sentence(message.status)}</p>
          </li>
        )}
        {message.not_planned.map((way) => (
          <li key={way.channel} className="soft">
            <strong>{name(way.channel)}</strong>
            <p>{sentence(way.sentence)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
