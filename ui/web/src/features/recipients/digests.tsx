import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calmTexts } from '@/features/recipients/calm.texts';
import { DeliveryLink } from '@/features/recipients/delivery-link';
import { digestQuery, digestsQuery, type Digest } from '@/features/recipients/recipients.api';
import { toneOfDigest } from '@/features/recipients/recipients.model';
import { shortMoment } from '@/shared/format/moment';
import { useKnown } from '@/shared/i18n/known';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Loaded } from '@/shared/ui/loaded';
import { Moment } from '@/shared/ui/moment';
import { Card, Empty } from '@/shared/ui/page';
import { Pages } from '@/shared/ui/pages';
import { isState, StateTag, Tag } from '@/shared/ui/state-tag';

/** What waits to go out together, and what went. */
export function Digests({ id }: { id: string }) {
  const t = useTexts(calmTexts);
  const digests = useInfiniteQuery(digestsQuery(id));
  return (
    <Card title={t('digests.title')}>
      <p className="soft">{t('digests.lead')}</p>
      <Pages query={digests} empty={<Empty title={t('digests.none')} />}>
        {(all) => (
          <ul className="lines">
            {all.map((digest) => (
              <DigestLine key={digest.id} digest={digest} />
            ))}
          </ul>
        )}
      </Pages>
    </Card>
  );
}

function DigestLine({ digest }: { digest: Digest }) {
  const t = useTexts(calmTexts);
  const language = useLanguage();
  const why = useKnown(calmTexts, 'why');
  const [open, setOpen] = useState(false);
  return (
    <li>
      <div className="line-head">
        <div className="what">
          <strong>{digest.subject}</strong>
          <Tag tone={toneOfDigest[digest.state]}>{t(`digests.${digest.state}`)}</Tag>
          <span className="soft">{t('digests.count', { count: digest.count })}</span>
        </div>
        <span className="soft">
          {digest.closed_at
            ? t('digests.closed', { when: shortMoment(digest.closed_at, language) })
            : t('digests.due', { when: shortMoment(digest.due_at, language) })}
        </span>
      </div>
      {digest.end_reason && <p>{why(digest.end_reason)}</p>}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('digests.members')}</summary>
        {open && <Members id={digest.id} />}
      </details>
    </li>
  );
}

function Members({ id }: { id: string }) {
  const t = useTexts(calmTexts);
  const digest = useQuery(digestQuery(id));
  return (
    <Loaded query={digest} rows={2}>
      {({ members }) => (
        <ol className="steps">
          {members.map((member) => (
            <li key={member.delivery_id}>
              <Moment at={member.at} /> {isState(member.state) && <StateTag state={member.state} />}{' '}
              {member.carrier && <span className="soft">{t('digests.carrier')}</span>} <DeliveryLink delivery={member.delivery_id}>{t('story')}</DeliveryLink>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}
