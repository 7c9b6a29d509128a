import { useChannelName } from '@/features/recipients/channel-name';
import { grantsTexts } from '@/features/recipients/grants.texts';
import { voidGrants, type Balance } from '@/features/recipients/recipients.api';
import { count, shortMoment } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Confirm } from '@/shared/ui/confirm';

interface Props {
  recipient: string;
  balance: Balance;
  onVoided: (voided: number) => Promise<unknown>;
}

const amounts = ['available', 'reserved', 'consumed', 'invalid'] as const;

/** How consents for a template stand, in numbers and in words. */
export function BalanceLine({ recipient, balance, onVoided }: Props) {
  const t = useTexts(grantsTexts);
  const language = useLanguage();
  const channel = useChannelName();
  return (
    <li>
      <div className="line-head">
        <div className="what">
          <strong>{channel(balance.channel)}</strong>
          <code>{balance.template}</code>
          {balance.types.length > 0 && <span className="soft">{t('for-types', { types: balance.types.join(', ') })}</span>}
        </div>
        {balance.available + balance.reserved > 0 && (
          <Confirm
            label={t('void')}
            title={t('void.title', { recipient, template: balance.template })}
            yes={t('void.yes')}
            onYes={async () => onVoided(await voidGrants(recipient, balance.channel, balance.template))}
          >
            <p>{t('void.what')}</p>
          </Confirm>
        )}
      </div>
      <dl className="figures balance">
        {amounts.map((amount) => (
          <div key={amount}>
            <dt>{t(amount)}</dt>
            <dd className="number">{count(balance[amount], language)}</dd>
          </div>
        ))}
      </dl>
      <Verdict balance={balance} />
    </li>
  );
}

function Verdict({ balance }: { balance: Balance }) {
  const t = useTexts(grantsTexts);
  const language = useLanguage();
  return (
    <>
      {balance.needs_grant ? <p className="notice tone-doubt">{t('needs.yes')}</p> : <p>{t('needs.no')}</p>}
      {balance.long_term && <p>{t('long-term')}</p>}
      {balance.refused_at && <p>{t('refused', { when: shortMoment(balance.refused_at, language) })}</p>}
      <p className="soft">{balance.worth_asking ? t('ask.yes', { low: balance.low_water }) : t('ask.no')}</p>
    </>
  );
}
