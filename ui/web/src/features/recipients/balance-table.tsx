import { useChannelName } from '@/features/recipients/channel-name';
import { grantsTexts } from '@/features/recipients/grants.texts';
import { voidGrants, type Balance } from '@/features/recipients/recipients.api';
import { count, shortMoment } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Confirm } from '@/shared/ui/confirm';
import { TableBox } from '@/shared/ui/table-box';

interface Props {
  recipient: string;
  balances: readonly Balance[];
  onVoided: (voided: number) => Promise<unknown>;
}

const amounts = ['available', 'reserved', 'consumed', 'invalid'] as const;

/** How consents stand by template, in numbers and in words. */
export function BalanceTable({ recipient, balances, onVoided }: Props) {
  const t = useTexts(grantsTexts);
  const language = useLanguage();
  const channel = useChannelName();
  const heads = [{ name: t('template') }, ...amounts.map((amount) => ({ name: t(amount), figure: true })), { name: t('verdict') }];
  return (
    <TableBox caption={t('balances')} heads={heads}>
      {balances.map((balance) => (
        <tr key={`${balance.channel} ${balance.template}`}>
          <th scope="row">
            <code>{balance.template}</code>
            <br />
            <span className="soft">
              {channel(balance.channel)}
              {balance.types.length > 0 && ` · ${t('for-types', { types: balance.types.join(', ') })}`}
            </span>
          </th>
          {amounts.map((amount) => (
            <td key={amount} className="figure">
              {count(balance[amount], language)}
            </td>
          ))}
          <td className="verdict">
            <Verdict balance={balance} />
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
          </td>
        </tr>
      ))}
    </TableBox>
  );
}

function Verdict({ balance }: { balance: Balance }) {
  const t = useTexts(grantsTexts);
  const language = useLanguage();
  return (
    <>
      <p>{t(balance.needs_grant ? 'needs.yes' : 'needs.no')}</p>
      {balance.long_term && <p>{t('long-term')}</p>}
      {balance.refused_at && <p>{t('refused', { when: shortMoment(balance.refused_at, language) })}</p>}
      <p className="soft">{balance.worth_asking ? t('ask.yes', { low: balance.low_water }) : t('ask.no')}</p>
    </>
  );
}
