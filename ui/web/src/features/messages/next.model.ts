import { isOverdue, type Delivery } from '@/features/messages/row.model';
import type { DeliveryState } from '@/shared/ui/state-tag';

export type Next =
  | 'resent'
  | 'tried-at'
  | 'retried-at'
  | 'digest-at'
  | 'due'
  | 'called'
  | 'receipt-may-come'
  | 'receipt-overdue'
  | 'proves-no-more'
  | 'sandbox-receipt'
  | 'proved'
  | 'proved-sandbox'
  | 'receipt-said-no'
  | 'refused'
  | 'failed'
  | 'unknown'
  | 'merged'
  | 'inbox'
  | 'withdrawn'
  | 'expired';

/** What happens to it by itself from here on. */
export interface Coming {
  what: Next;
  /** When, where that is known. */
  at?: string;
}

const ofState: Record<DeliveryState, (delivery: Delivery, now: Date) => Coming> = {
  QUEUED: waiting,
  CLAIMED: () => ({ what: 'called' }),
  ACCEPTED: accepted,
  DELIVERED: ({ sandbox }) => ({ what: sandbox ? 'proved-sandbox' : 'proved' }),
  UNDELIVERED: () => ({ what: 'receipt-said-no' }),
  REJECTED: () => ({ what: 'refused' }),
  FAILED: () => ({ what: 'failed' }),
  UNKNOWN: () => ({ what: 'unknown' }),
  MERGED: () => ({ what: 'merged' }),
  DEGRADED: () => ({ what: 'inbox' }),
  SUPPRESSED: () => ({ what: 'inbox' }),
  CANCELLED: () => ({ what: 'withdrawn' }),
  EXPIRED: () => ({ what: 'expired' }),
  INBOX_ONLY: () => ({ what: 'inbox' }),
};

export function coming(delivery: Delivery, now: Date): Coming {
  const resent = (delivery.resent_as ?? null) !== null;
  return resent ? { what: 'resent' } : ofState[delivery.state](delivery, now);
}

function waiting({ not_before: at, reason }: Delivery, now: Date): Coming {
  if (new Date(at).getTime() <= now.getTime()) {
    return { what: 'due' };
  }
  if (reason === 'retry_later' || reason === 'unknown_asked_again') {
    return { what: 'retried-at', at };
  }
  return { what: reason.startsWith('digest_') ? 'digest-at' : 'tried-at', at };
}

function accepted(delivery: Delivery): Coming {
  if (isOverdue(delivery)) {
    return { what: 'receipt-overdue' };
  }
  if (delivery.ceiling === 'DELIVERED') {
    return { what: 'receipt-may-come' };
  }
  return { what: delivery.sandbox ? 'sandbox-receipt' : 'proves-no-more' };
}
