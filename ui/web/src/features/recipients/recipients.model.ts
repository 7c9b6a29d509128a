import type { Calm, Digest, Plan } from '@/features/recipients/recipients.api';
import type { Account } from '@/shared/api/channels';
import type { Tone } from '@/shared/ui/state-tag';

/** Where somebody's page is, whatever characters the id has. */
export function pageOf(id: string): string {
  return `/recipients/${encodeURIComponent(id)}`;
}

export function messagesOf(id: string): string {
  return `/messages?${new URLSearchParams({ recipient: id }).toString()}`;
}

export function whyOf(id: string): string {
  return `/why?${new URLSearchParams({ recipient: id }).toString()}`;
}

/** Why an id cannot be one, before the server is asked; undefined when it can. */
export function wrongId(id: string): 'required' | 'form' | undefined {
  if (id.trim() === '') return 'required';
  return /^[\p{L}\p{M}\p{N}._:@+=~!-]{1,128}$/u.test(id.trim()) && !/^\.+$/.test(id.trim()) ? undefined : 'form';
}

export type EndpointStatus = 'unverified' | 'verified' | 'dead';
export const toneOfEndpoint: Record<EndpointStatus, Tone> = { unverified: 'none', verified: 'good', dead: 'bad' };

export function endpointStatus(status: string): EndpointStatus {
  return status === 'verified' || status === 'dead' ? status : 'unverified';
}

/** Accounts of a channel to which an address can be bound. One must be named when all of several are sandboxes. */
export function bindable(accounts: readonly Account[], channel: string): { accounts: Account[]; must: boolean } {
  const own = accounts.filter((account) => account.channel === channel);
  return { accounts: own, must: own.length > 1 && own.every((account) => account.sandbox) };
}

export type InboxState = 'unread' | 'read' | 'archived';
export const toneOfInbox: Record<InboxState, Tone> = { unread: 'wait', read: 'none', archived: 'none' };

export function inboxState(state: string): InboxState {
  return state === 'read' || state === 'archived' ? state : 'unread';
}

/** What a message says first, as far as its payload has it. */
export function headline(payload: Record<string, unknown>, fallback: string): { title: string; text: string | undefined } {
  const word = (name: string) => (typeof payload[name] === 'string' && payload[name] !== '' ? payload[name] : undefined);
  return { title: word('title') ?? fallback, text: word('text') };
}

export type Outcome = 'accepted' | 'unknown' | 'merged' | 'held' | 'degraded';
export const toneOfOutcome: Record<Outcome, Tone> = { accepted: 'sent', unknown: 'doubt', merged: 'none', held: 'wait', degraded: 'none' };

export function outcomeOf(word: string): Outcome | undefined {
  return word in toneOfOutcome ? (word as Outcome) : undefined;
}

/** All that a report counts, over its groups. */
export function totals(report: Calm): Record<Outcome, number> {
  const sum = (outcome: Outcome) => report.groups.reduce((all, group) => all + group[outcome], 0);
  return { accepted: sum('accepted'), unknown: sum('unknown'), merged: sum('merged'), held: sum('held'), degraded: sum('degraded') };
}

export type DigestState = Digest['state'];
export const toneOfDigest: Record<DigestState, Tone> = { open: 'wait', sent: 'sent', ended: 'none' };

export type PlanState = 'disabled' | 'scheduled' | 'sending' | 'awaiting_checkin' | 'paused';
export const toneOfPlan: Record<PlanState, Tone> = { disabled: 'none', scheduled: 'wait', sending: 'wait', awaiting_checkin: 'sent', paused: 'doubt' };

export function planState(plan: Plan): PlanState | undefined {
  return plan.state in toneOfPlan ? (plan.state as PlanState) : undefined;
}
