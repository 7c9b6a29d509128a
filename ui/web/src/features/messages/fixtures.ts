import type { Message, MessagePage, Pages } from '@/features/messages/pages.model';
import type { Delivery } from '@/features/messages/row.model';

function hex(n: number): string {
  return n.toString(16).padStart(4, '0');
}

/** For tests: the nth message of a tenant's life; a greater n is a newer one. */
export function message(n: number, change: Partial<Message> = {}): Message {
  return {
    id: `01a2${hex(n >>> 16)}-${hex(n & 0xffff)}-7000-8000-000000000000`,
    notification: '01a22f40-fd1c-7000-9b14-3643ad5edc97',
    recipient: `person-${n}`,
    type: 'trip.changed',
    category: 'transactional',
    subject: 'trip:42',
    title: `Message ${n}`,
    inbox: 'unread',
    created_at: new Date(Date.UTC(2026, 10, 1) + n * 1000).toISOString(),
    read_at: null,
    deliveries: [],
    not_planned: [],
    status: { en: 'In the inbox, unread.', zh: '在站内信中，未读。' },
    ...change,
  };
}

/** Pages of {@code size}, the newest of {@code total} first, as far as {@code loaded} rows. */
export function pages(total: number, loaded: number, size: number): Pages {
  const all: MessagePage[] = [];
  const cursors: (string | null)[] = [];
  for (let from = 0; from < loaded; from += size) {
    const items = Array.from({ length: Math.min(size, loaded - from) }, (_, row) => message(total - from - row));
    const end = from + items.length;
    cursors.push(from === 0 ? null : String(from));
    all.push({ items, next_cursor: end < total ? String(end) : null });
  }
  return { pages: all, cursors };
}

export function delivery(change: Partial<Delivery> = {}): Delivery {
  return {
    id: '01a22f40-fd1a-7003-a503-b1f56656d2d8',
    message: '01a22f40-fd1a-7002-9b0b-b9c2c9b48510',
    notification: '01a22f40-fd1c-7000-9b14-3643ad5edc97',
    recipient: 'ann',
    channel: 'miaotixing',
    account: 'reminders',
    endpoint_hint: 'sandbox-accepted',
    state: 'ACCEPTED',
    reason: 'provider_accepted',
    sandbox: false,
    ceiling: 'ACCEPTED',
    attempts: 1,
    not_before: '2026-12-01T01:38:37.974179Z',
    expires_at: null,
    provider_ref: null,
    receipt_overdue_at: null,
    resend_of: null,
    resent_as: null,
    created_at: '2026-12-01T01:38:37.974179Z',
    updated_at: '2026-12-01T01:38:38.452384Z',
    status: { en: 'Miaotixing: accepted.', zh: '喵提醒：已受理。' },
    why: { en: 'Accepted by Miaotixing (ok).', zh: '喵提醒 已受理（ok）。' },
    ...change,
  };
}
