import { testTexts } from '@/features/channels/test-send.texts';
import { accountFor } from '@/shared/api/account-for';
import type { Account } from '@/shared/api/channels';
import type { Endpoint } from '@/shared/api/people';
import { useTexts } from '@/shared/i18n/texts';

/** Which addresses a test goes to, and through which account each. */
export function TestPlan({ account, accounts, endpoints, recipient }: { account: Account; accounts: readonly Account[]; endpoints: readonly Endpoint[]; recipient: string }) {
  const t = useTexts(testTexts);
  const way = (endpoint: Endpoint): string => {
    const used = accountFor(endpoint, accounts);
    if (endpoint.status === 'dead') return t('dead');
    if (used === undefined) return t('by-none');
    if (used.verified_endpoints_only && endpoint.status !== 'verified') return t('unverified');
    return used.id === account.id ? t('by-this') : t('by-other', { account: used.name });
  };
  return (
    <div>
      <p>{t(endpoints.length === 1 ? 'goes-to.one' : 'goes-to.many', { count: endpoints.length, recipient })}</p>
      <ul>
        {endpoints.map((endpoint) => (
          <li key={endpoint.id}>
            <code>{endpoint.hint}</code> <span className="soft">{way(endpoint)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
