import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { digestQuery, type Digest } from '@/features/messages/message.api';
import { messageTexts } from '@/features/messages/message.texts';
import { moment } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { useZone } from '@/shared/i18n/zone';
import { Loaded } from '@/shared/ui/loaded';

function whenOf(digest: Digest): string {
  return digest.state === 'open' ? digest.due_at : (digest.closed_at ?? digest.due_at);
}

/** The digest that a delivery joined: what it is about, when it goes, which message carries it. */
export function DigestNote({ id, message }: { id: string; message: string }) {
  const t = useTexts(messageTexts);
  const zone = useZone();
  const language = useLanguage();
  const query = useQuery(digestQuery(id));
  return (
    <div className="digest-note">
      <h3>{t('digest')}</h3>
      <Loaded query={query} rows={2}>
        {({ digest, carrier }) => (
          <>
            <p>
              {t(`digest.${digest.state}`, {
                count: digest.count,
                subject: digest.subject,
                at: moment(whenOf(digest), language, zone),
              })}
            </p>
            <p className="row">
              {carrier.message === message ? (
                <span className="soft">{t('digest.this')}</span>
              ) : (
                <Link to={`/messages/${carrier.message}`}>{t('digest.carrier')}</Link>
              )}
              <Link to={`/messages?${new URLSearchParams({ recipient: carrier.recipient, subject: digest.subject }).toString()}`}>
                {t('digest.members')}
              </Link>
            </p>
          </>
        )}
      </Loaded>
    </div>
  );
}
