import type { Wire } from '@/shared/api/client';
import type { Endpoint } from '@/shared/api/people';
import type { DeliveryState } from '@/shared/ui/state-tag';

type Delivery = Wire['DeliveryView'];

/** What a test has shown so far. */
export type Standing = 'moving' | 'held' | 'accepted' | 'proved' | 'refused' | 'doubt' | 'not-sent';

const STANDS: Record<DeliveryState, Exclude<Standing, 'held'>> = {
  QUEUED: 'moving',
  CLAIMED: 'moving',
  ACCEPTED: 'accepted',
  DELIVERED: 'proved',
  UNDELIVERED: 'refused',
  REJECTED: 'refused',
  FAILED: 'refused',
  UNKNOWN: 'doubt',
  MERGED: 'not-sent',
  DEGRADED: 'not-sent',
  SUPPRESSED: 'not-sent',
  CANCELLED: 'not-sent',
  EXPIRED: 'not-sent',
  INBOX_ONLY: 'not-sent',
};

/** A delivery that waits for something else than its first turn is held: its sentence says for what. */
export function standingOf(delivery: Delivery): Standing {
  return delivery.state === 'QUEUED' && delivery.reason !== 'planned' ? 'held' : STANDS[delivery.state];
}

/** Whether it may still come to stand elsewhere by itself, and how soon to look again, in ms. */
export function lookAgain(deliveries: readonly Delivery[]): number | false {
  const all = deliveries.map(standingOf);
  if (all.includes('moving')) return 1_000;
  return all.some((standing) => standing === 'held' || standing === 'accepted') ? 5_000 : false;
}

/** Only somebody who was sent something can say whether it arrived. */
export function mayHaveArrived(standing: Standing): boolean {
  return standing === 'accepted' || standing === 'proved';
}

/** The address that a delivery went to; undefined when several look alike, or it was removed. */
export function endpointOf(delivery: Delivery, endpoints: readonly Endpoint[]): Endpoint | undefined {
  const alike = endpoints.filter((endpoint) => endpoint.channel === delivery.channel && endpoint.hint === delivery.endpoint_hint);
  return alike.length === 1 ? alike[0] : undefined;
}

/** Types of notification that an account's settings have templates for. */
export function typesOf(settings: Record<string, unknown>): string[] {
  const lists = Object.values(settings).filter((value): value is unknown[] => Array.isArray(value));
  return lists.flat().flatMap((each) => (typeof each === 'object' && each !== null && 'type' in each && typeof each.type === 'string' ? [each.type] : []));
}

export const TEST_TYPE = 'truebell.test';

/** A real notification: it takes the very way of every other one. */
export function testOf(recipient: string, channel: string, type: string, words: { title: string; text: string }, id: string): Wire['NotificationRequest'] {
  return {
    type,
    category: 'transactional',
    urgent: true,
    channels: [channel],
    recipients: [recipient],
    subject: `${TEST_TYPE}:${id}`,
    payload: words,
  };
}
