import type { Account } from '@/shared/api/channels';
import type { Endpoint } from '@/shared/api/people';

/**
 * The account through which a message to an address goes: the address' own, or else the channel's
 * oldest one that is on and no sandbox. Undefined when there is none.
 */
export function accountFor(endpoint: Endpoint, accounts: readonly Account[]): Account | undefined {
  const fit = accounts.filter(
    (account) =>
      account.channel === endpoint.channel &&
      account.enabled &&
      (endpoint.account_id ? account.id === endpoint.account_id : !account.sandbox),
  );
  return fit.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id))[0];
}
