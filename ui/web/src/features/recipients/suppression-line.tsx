import { useState } from 'react';
import { useChannelName } from '@/features/recipients/channel-name';
import { DeliveryLink } from '@/features/recipients/delivery-link';
import { personTexts } from '@/features/recipients/person.texts';
import { lift, type Suppression } from '@/features/recipients/recipients.api';
import { shortMoment } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Confirm } from '@/shared/ui/confirm';
import { FormField } from '@/shared/ui/form-field';
import { Tag } from '@/shared/ui/state-tag';

interface Props {
  recipient: string;
  suppression: Suppression;
  onLifted: (channel: string) => Promise<unknown>;
}

export function SuppressionLine({ recipient, suppression, onLifted }: Props) {
  const t = useTexts(personTexts);
  const language = useLanguage();
  const channel = useChannelName()(suppression.channel);
  const byPerson = suppression.set_by === 'person';
  const scope = [
    suppression.endpoint_id ? t('suppressions.endpoint') : '',
    suppression.category ? t('suppressions.category', { category: suppression.category }) : '',
  ].filter(Boolean);
  return (
    <li>
      <div className="line-head">
        <div className="what">
          <strong>{channel}</strong>
          <Tag tone={suppression.stands ? 'bad' : 'none'}>{t(suppression.stands ? 'suppressions.stands' : 'suppressions.lifted')}</Tag>
          {scope.length > 0 && <span className="soft">{scope.join(' · ')}</span>}
        </div>
        {suppression.stands && <Lift recipient={recipient} channel={channel} suppression={suppression} onLifted={onLifted} />}
      </div>
      <p className="soft">
        {t('suppressions.by-whom', {
          by: t(byPerson ? 'suppressions.by.person' : 'suppressions.by.tenant'),
          when: shortMoment(suppression.since, language),
          source: suppression.source,
        })}
      </p>
      {suppression.evidence !== '' && (
        <p>
          {t('suppressions.evidence')}: <q>{suppression.evidence}</q>
        </p>
      )}
      {suppression.delivery_id && (
        <p>
          <DeliveryLink delivery={suppression.delivery_id}>{t('suppressions.proved')}</DeliveryLink>
        </p>
      )}
      {suppression.lifted_at && (
        <p>
          {t('suppressions.lifted-by', {
            when: shortMoment(suppression.lifted_at, language),
            by: suppression.lifted_by ?? '',
            reason: suppression.lift_reason ?? '',
          })}
        </p>
      )}
    </li>
  );
}

function Lift({ recipient, channel, suppression, onLifted }: Props & { channel: string }) {
  const t = useTexts(personTexts);
  const [reason, setReason] = useState('');
  return (
    <Confirm
      look="plain"
      label={t('suppressions.lift')}
      title={t('suppressions.lift.title', { recipient, channel })}
      yes={t('suppressions.lift.yes')}
      ready={reason.trim() !== ''}
      onYes={async () => {
        await lift(suppression.id, reason.trim());
        await onLifted(channel);
      }}
    >
      {suppression.set_by === 'person' && <p className="notice tone-doubt">{t('suppressions.lift.refused')}</p>}
      <p>{t('suppressions.lift.what')}</p>
      <FormField label={t('suppressions.lift.reason')}>
        {(wiring) => <input {...wiring} className="input" required maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </FormField>
    </Confirm>
  );
}
