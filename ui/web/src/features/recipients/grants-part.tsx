import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BalanceLine } from '@/features/recipients/balance-line';
import { GrantAnswerLine } from '@/features/recipients/grant-answer-line';
import { grantsTexts } from '@/features/recipients/grants.texts';
import { grantHistoryQuery, grantsQuery, plansQuery } from '@/features/recipients/recipients.api';
import type { Recipient } from '@/shared/api/people';
import { useTexts } from '@/shared/i18n/texts';
import { Loaded } from '@/shared/ui/loaded';
import { Notice } from '@/shared/ui/notice';
import { Card, Empty } from '@/shared/ui/page';
import { Pages } from '@/shared/ui/pages';

/** The ledger of what somebody consented to. */
export function GrantsPart({ recipient }: { recipient: Recipient }) {
  const t = useTexts(grantsTexts);
  const client = useQueryClient();
  const id = recipient.external_id;
  const balances = useQuery(grantsQuery(id));
  const history = useInfiniteQuery(grantHistoryQuery(id));
  const [voided, setVoided] = useState<number>();
  const refresh = async (count: number) => {
    setVoided(count);
    await client.invalidateQueries({ queryKey: grantsQuery(id).queryKey });
    await client.invalidateQueries({ queryKey: plansQuery(id).queryKey });
  };
  return (
    <div className="stack">
      <Card title={t('title')}>
        <p className="soft">{t('lead')}</p>
        <Notice>{voided !== undefined && t('voided', { count: voided })}</Notice>
        <Loaded query={balances}>
          {(all) =>
            all.length === 0 ? (
              <Empty title={t('none')}>{t('none.what')}</Empty>
            ) : (
              <ul className="lines">
                {all.map((balance) => (
                  <BalanceLine key={`${balance.channel} ${balance.template}`} recipient={id} balance={balance} onVoided={refresh} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      <Card title={t('history')}>
        <Pages query={history} empty={<Empty title={t('history.none')}>{t('history.none.what')}</Empty>}>
          {(all) => (
            <ul className="lines">
              {all.map((answer) => (
                <GrantAnswerLine key={answer.id} answer={answer} />
              ))}
            </ul>
          )}
        </Pages>
      </Card>
    </div>
  );
}
