import type { Wire } from '@/shared/api/client';
import { readable as withTimes } from '@/shared/format/readable';
import type { Language } from '@/shared/i18n/i18n';
import type { DeliveryState } from '@/shared/ui/state-tag';
import type { Message } from '@/features/messages/pages.model';

export type Delivery = Wire['DeliveryView'];

/** What a reader wants to hear of first: the smaller, the worse. */
const gravity: Record<DeliveryState, number> = {
  FAILED: 0,
  REJECTED: 1,
  UNDELIVERED: 2,
  UNKNOWN: 3,
  EXPIRED: 5,
  CANCELLED: 6,
  SUPPRESSED: 7,
  DEGRADED: 8,
  CLAIMED: 9,
  QUEUED: 10,
  MERGED: 11,
  INBOX_ONLY: 12,
  ACCEPTED: 13,
  DELIVERED: 14,
};

function weight(delivery: Delivery): number {
  return isOverdue(delivery) ? 4 : gravity[delivery.state];
}

/** Accepted, and the receipt that should have come did not. */
export function isOverdue(delivery: Delivery): boolean {
  return delivery.state === 'ACCEPTED' && (delivery.receipt_overdue_at ?? null) !== null;
}

/** Those that count: one that was sent again is stood for by its resend. The worst first. */
export function standing(message: Message): readonly Delivery[] {
  return message.deliveries
    .filter((delivery) => (delivery.resent_as ?? null) === null)
    .toSorted((one, other) => weight(one) - weight(other));
}

/** Those that were sent again, the newest first. */
export function superseded(message: Message): readonly Delivery[] {
  return message.deliveries
    .filter((delivery) => (delivery.resent_as ?? null) !== null)
    .toSorted((one, other) => (one.id < other.id ? 1 : -1));
}

const ID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{6}([0-9a-f]{6})\b/g;

/** A sentence of the server with its times in that zone, or else the reader's, and its ids short. */
export function readable(sentence: string, language: Language, zone?: string): string {
  return withTimes(sentence, language, zone).replace(ID, '…$1');
}

/** Something may happen to it any moment. */
export function isMoving(message: Message, now: Date): boolean {
  return message.deliveries.some(
    ({ state, not_before: at }) =>
      state === 'CLAIMED' || (state === 'QUEUED' && new Date(at).getTime() <= now.getTime() + 5_000),
  );
}
