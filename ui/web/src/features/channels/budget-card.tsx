import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BudgetForm } from '@/features/channels/budget-form';
import { budgetQuery, removeBudget, type Budget } from '@/features/channels/channels.api';
import { usageOf } from '@/features/channels/limits.model';
import { limitsTexts } from '@/features/channels/limits.texts';
import { channelsQuery, type Account } from '@/shared/api/channels';
import { count, shortMoment } from '@/shared/format/moment';
import { useLanguage, useSaid, useTexts } from '@/shared/i18n/texts';
import { Confirm } from '@/shared/ui/confirm';
import { Loaded } from '@/shared/ui/loaded';
import { Moment } from '@/shared/ui/moment';
import { Notice } from '@/shared/ui/notice';
import { Card } from '@/shared/ui/page';

/** How many calls a month may have, and how the month goes. */
export function BudgetCard({ account }: { account: Account }) {
  const t = useTexts(limitsTexts);
  const client = useQueryClient();
  const query = budgetQuery(account.id);
  const budget = useQuery(query);
  const [done, setDone] = useState<'saved' | 'removed'>();
  const refresh = (what: 'saved' | 'removed') => {
    setDone(what);
    return client.invalidateQueries({ queryKey: query.queryKey });
  };
  return (
    <Card title={t('budget')}>
      <Loaded query={budget}>
        {(now) => (
          <div className="stack">
            {now === null ? <p>{t('budget.none')}</p> : <BudgetFacts budget={now} />}
            <BudgetForm key={now?.version ?? 0} account={account} budget={now} onSaved={() => refresh('saved')} />
            {now !== null && (
              <div className="row">
                <Confirm
                  label={t('budget.remove')}
                  title={t('budget.remove.title', { name: account.name })}
                  yes={t('budget.remove')}
                  onYes={async () => {
                    await removeBudget(account.id);
                    await refresh('removed');
                  }}
                >
                  <p>{t('budget.remove.what')}</p>
                </Confirm>
              </div>
            )}
            <Notice>{done && t(`budget.${done}`)}</Notice>
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function BudgetFacts({ budget }: { budget: Budget }) {
  const t = useTexts(limitsTexts);
  const language = useLanguage();
  const say = useSaid();
  const channels = useQuery(channelsQuery);
  const { percent, look } = usageOf(budget);
  const fallback = channels.data?.find(({ key }) => key === budget.fallback);
  const number = (n: number) => count(n, language);
  return (
    <div>
      <p>
        <span className="number">{number(budget.used)}</span> {t('budget.used', { limit: number(budget.calls_per_month), month: budget.month })}
      </p>
      <div className="budget-bar" aria-hidden="true">
        <span className={`budget-${look}`} style={{ width: `${percent}%` }} />
      </div>
      {budget.left > 0 && budget.forecast > budget.calls_per_month && <p className="notice tone-doubt">{t('budget.over-soon')}</p>}
      {budget.warnings.map((warning) => (
        <p key={warning.percent}>{t('budget.warned', { percent: warning.percent, when: shortMoment(warning.crossed_at, language) })}</p>
      ))}
      <dl className="facts">
        <dt>{t('budget.left')}</dt>
        <dd>{number(budget.left)}</dd>
        <dt>{t('budget.forecast')}</dt>
        <dd>{number(budget.forecast)}</dd>
        <dt>{t('budget.resets')}</dt>
        <dd>
          <Moment at={budget.resets_at} /> ({budget.zone})
        </dd>
        <dt>{t('budget.fallback')}</dt>
        <dd>{budget.fallback ? t('budget.to-channel', { channel: fallback === undefined ? budget.fallback : say(fallback.title) }) : t('budget.to-inbox')}</dd>
      </dl>
    </div>
  );
}
