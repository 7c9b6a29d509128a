import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { silentFailuresQuery } from '@/features/overview/overview.api';
import { listOf, type Group } from '@/features/overview/overview.model';
import { overviewTexts } from '@/features/overview/overview.texts';
import { count, share } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Loaded } from '@/shared/ui/loaded';
import { Card } from '@/shared/ui/page';
import { TableBox } from '@/shared/ui/table-box';

/** The rate that nobody else tells: accepted, and then nothing. */
export function SilentCard() {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const query = useQuery(silentFailuresQuery);
  return (
    <Card title={t('silent')}>
      <Loaded query={query} rows={3}>
        {({ total, groups, from }) =>
          total.expected === 0 ? (
            <p className="soft">{t('silent.none')}</p>
          ) : (
            <>
              <p>
                <span className={`number ${total.rate > 0 ? 'silent-some' : ''}`}>{share(total.rate, language)}</span>{' '}
                {t('silent.of', { bad: count(total.overdue + total.undelivered, language), expected: count(total.expected, language) })}
              </p>
              <p className="soft">{t('silent.what')}</p>
              <p className="row">
                <Link to={listOf({ state: 'ACCEPTED', reason: 'receipt_overdue', from })}>
                  {count(total.overdue, language)} {t('silent.overdue')}
                </Link>
                <Link to={listOf({ state: 'UNDELIVERED', from })}>
                  {count(total.undelivered, language)} {t('silent.undelivered')}
                </Link>
              </p>
              <Groups groups={groups.slice(0, 20)} from={from} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Groups({ groups, from }: { groups: readonly Group[]; from: string }) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const heads = [
    { name: t('silent.account') },
    { name: t('silent.type') },
    { name: t('silent.expected'), figure: true },
    { name: t('silent.silent'), figure: true },
    { name: t('silent.rate'), figure: true },
  ];
  return (
    <details>
      <summary>{t('silent.groups')}</summary>
      <TableBox caption={t('silent.groups')} heads={heads}>
        {groups.map((group) => (
          <tr key={`${group.account_id} ${group.type}`}>
            <th scope="row">
              <Link to={`/channels/${group.account_id}`}>{group.account}</Link>
            </th>
            <td>
              <Link to={listOf({ type: group.type, channel: group.channel, from })}>{group.type}</Link>
            </td>
            <td className="figure">{count(group.expected, language)}</td>
            <td className="figure">{count(group.overdue + group.undelivered, language)}</td>
            <td className="figure">{share(group.rate, language)}</td>
          </tr>
        ))}
      </TableBox>
    </details>
  );
}
