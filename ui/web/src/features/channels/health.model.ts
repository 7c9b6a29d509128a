import type { Budget, Pacing, SilentFailures } from '@/features/channels/channels.api';
import type { Account, Channel } from '@/shared/api/channels';
import type { Tone } from '@/shared/ui/state-tag';

/** Something that is to be said of how an account is. */
export type Finding =
  | { kind: 'off' }
  | { kind: 'silent'; rate: number; missed: number; expected: number }
  | { kind: 'no-receipts' }
  | { kind: 'nothing-expected' }
  | { kind: 'waiting'; count: number }
  | { kind: 'limiter-down' }
  | { kind: 'slowed'; until: string; scope: string }
  | { kind: 'budget'; used: number; limit: number; left: number; warned: boolean }
  | { kind: 'budget-over'; limit: number; resetsAt: string };

export const toneOfFinding: Record<Finding['kind'], Tone> = {
  off: 'none',
  silent: 'doubt',
  'no-receipts': 'none',
  'nothing-expected': 'none',
  waiting: 'wait',
  'limiter-down': 'bad',
  slowed: 'wait',
  budget: 'none',
  'budget-over': 'bad',
};

export interface Seen {
  account: Account;
  channel: Channel | undefined;
  failures: SilentFailures | undefined;
  pacing: Pacing | undefined;
  budget: Budget | null | undefined;
}

/** How an account is, the worst first. What has not been loaded is not spoken of. */
export function findings({ account, channel, failures, pacing, budget }: Seen): Finding[] {
  const found: Finding[] = [];
  if (!account.enabled) found.push({ kind: 'off' });
  if (pacing?.limiter === 'down') found.push({ kind: 'limiter-down' });
  if (budget) found.push(ofBudget(budget));
  if (failures !== undefined) found.push(ofFailures(account, channel, failures));
  for (const slow of pacing?.slowed ?? []) {
    found.push({ kind: 'slowed', until: slow.until, scope: slow.scope });
  }
  if (pacing !== undefined && pacing.deliveries_waiting > 0) {
    found.push({ kind: 'waiting', count: pacing.deliveries_waiting });
  }
  return found.sort((a, b) => weight(a) - weight(b));
}

function weight(finding: Finding): number {
  const order: readonly Tone[] = ['bad', 'doubt', 'wait', 'sent', 'good', 'none'];
  return order.indexOf(toneFor(finding));
}

/** A rate of nought is nothing to doubt, and a budget that warns is. */
export function toneFor(finding: Finding): Tone {
  if (finding.kind === 'silent' && finding.missed === 0) return 'none';
  if (finding.kind === 'budget' && finding.warned) return 'doubt';
  return toneOfFinding[finding.kind];
}

function ofBudget(budget: Budget): Finding {
  return budget.left === 0
    ? { kind: 'budget-over', limit: budget.calls_per_month, resetsAt: budget.resets_at }
    : {
        kind: 'budget',
        used: budget.used,
        limit: budget.calls_per_month,
        left: budget.left,
        warned: budget.warning_level !== null && budget.warning_level !== undefined,
      };
}

function ofFailures(account: Account, channel: Channel | undefined, failures: SilentFailures): Finding {
  const groups = failures.groups.filter((group) => group.account_id === account.id);
  const expected = groups.reduce((sum, group) => sum + group.expected, 0);
  const missed = groups.reduce((sum, group) => sum + group.undelivered + group.overdue, 0);
  if (expected > 0) {
    return { kind: 'silent', rate: missed / expected, missed, expected };
  }
  return { kind: channel?.ceiling === 'accepted' ? 'no-receipts' : 'nothing-expected' };
}

export interface Shelf {
  key: string;
  channel: Channel | undefined;
  accounts: Account[];
}

/** Accounts under their channels, in the order of the channels; those of a channel that is gone come last. */
export function shelves(accounts: readonly Account[], channels: readonly Channel[]): Shelf[] {
  const keys = new Set([...channels.map((channel) => channel.key), ...accounts.map((account) => account.channel)]);
  return [...keys]
    .map((key) => ({
      key,
      channel: channels.find((channel) => channel.key === key),
      accounts: accounts.filter((account) => account.channel === key),
    }))
    .filter((shelf) => shelf.accounts.length > 0);
}

export type Ceiling = 'accepted' | 'delivered';

/** The strongest that a channel can prove. What is not known here counts as the weaker. */
export function ceilingOf(channel: Channel): Ceiling {
  return channel.ceiling === 'delivered' ? 'delivered' : 'accepted';
}
