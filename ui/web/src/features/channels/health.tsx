import { useQuery } from '@tanstack/react-query';
import { budgetQuery, pacingQuery, silentFailuresQuery } from '@/features/channels/channels.api';
import { channelsTexts } from '@/features/channels/channels.texts';
import { findings, toneFor, type Finding } from '@/features/channels/health.model';
import type { Account, Channel } from '@/shared/api/channels';
import { count, share, shortMoment } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Loading } from '@/shared/ui/loading';
import { Trouble } from '@/shared/ui/trouble';

/** How an account is, in sentences. */
export function Health({ account, channel }: { account: Account; channel: Channel | undefined }) {
  const failures = useQuery(silentFailuresQuery);
  const pacing = useQuery(pacingQuery(account.id));
  const budget = useQuery(budgetQuery(account.id));
  const say = useFinding();
  const all = findings({ account, channel, failures: failures.data, pacing: pacing.data, budget: budget.data });
  const error = failures.error ?? pacing.error ?? budget.error;
  if (error !== null) {
    return <Trouble error={error} onRetry={() => Promise.all([failures.refetch(), pacing.refetch(), budget.refetch()])} />;
  }
  if (failures.isPending || pacing.isPending || budget.isPending) {
    return <Loading rows={2} />;
  }
  return (
    <ul className="health">
      {all.map((finding) => (
        <li key={finding.kind + ('scope' in finding ? finding.scope : '')} className={`health-${toneFor(finding)}`}>
          <span>{say(finding)}</span>
        </li>
      ))}
    </ul>
  );
}

const SCOPES = { account: 'scope.account', egress: 'scope.egress', provider: 'scope.provider' } as const;

export function useScope(): (scope: string) => string {
  const t = useTexts(channelsTexts);
  return (scope) => (scope in SCOPES ? t(SCOPES[scope as keyof typeof SCOPES]) : scope);
}

function useFinding(): (finding: Finding) => string {
  const t = useTexts(channelsTexts);
  const language = useLanguage();
  const scope = useScope();
  const number = (n: number) => count(n, language);
  return (finding) => {
    switch (finding.kind) {
      case 'off':
      case 'no-receipts':
      case 'nothing-expected':
      case 'limiter-down':
        return t(`find.${finding.kind}`);
      case 'silent':
        return finding.missed === 0
          ? t('find.silent-none', { expected: number(finding.expected) })
          : t('find.silent', { rate: share(finding.rate, language), missed: number(finding.missed), expected: number(finding.expected) });
      case 'waiting':
        return t('find.waiting', { count: finding.count });
      case 'slowed':
        return t('find.slowed', { scope: scope(finding.scope), until: shortMoment(finding.until, language) });
      case 'budget':
        return t('find.budget', { used: number(finding.used), limit: number(finding.limit), left: number(finding.left) });
      case 'budget-over':
        return t('find.budget-over', { limit: number(finding.limit), until: shortMoment(finding.resetsAt, language) });
    }
  };
}
