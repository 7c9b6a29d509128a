import { expect, test } from 'vitest';
import { delivery, message } from '@/features/messages/fixtures';
import { coming } from '@/features/messages/next.model';
import { isMoving, readable, standing, superseded } from '@/features/messages/row.model';
import { states } from '@/shared/ui/state-tag';

const now = new Date('2026-12-01T10:00:00Z');
const later = '2026-12-01T11:00:00Z';

test.each([
  [{ state: 'QUEUED', not_before: later, reason: 'planned' }, 'tried-at'],
  [{ state: 'QUEUED', not_before: later, reason: 'retry_later' }, 'retried-at'],
  [{ state: 'QUEUED', not_before: later, reason: 'digest_opened' }, 'digest-at'],
  [{ state: 'QUEUED', reason: 'planned' }, 'due'],
  [{ state: 'ACCEPTED', ceiling: 'DELIVERED' }, 'receipt-may-come'],
  [{ state: 'ACCEPTED', ceiling: 'ACCEPTED' }, 'proves-no-more'],
  [{ state: 'ACCEPTED', ceiling: 'ACCEPTED', sandbox: true }, 'sandbox-receipt'],
  [{ state: 'ACCEPTED', ceiling: 'DELIVERED', receipt_overdue_at: later }, 'receipt-overdue'],
  [{ state: 'DELIVERED', sandbox: true }, 'proved-sandbox'],
  [{ state: 'UNKNOWN' }, 'unknown'],
  [{ state: 'UNKNOWN', resent_as: 'x' }, 'resent'],
] as const)('%j: what comes next is %s', (change, what) => {
  expect(coming(delivery(change), now).what).toBe(what);
});

test('only what is proved is said to have arrived', () => {
  const proved = states.filter((state) => coming(delivery({ state }), now).what === 'proved');
  expect(proved).toEqual(['DELIVERED']);
});

test('the worst delivery comes first, and one that was sent again only after its resend', () => {
  const good = delivery({ id: 'good', state: 'DELIVERED' });
  const old = delivery({ id: 'old', state: 'FAILED', resent_as: 'new' });
  const doubtful = delivery({ id: 'new', state: 'UNKNOWN', resend_of: 'old' });
  const of = message(1, { deliveries: [old, good, doubtful] });
  expect(standing(of).map(({ id }) => id)).toEqual(['new', 'good']);
  expect(superseded(of).map(({ id }) => id)).toEqual(['old']);
});

test('an overdue receipt is worse than an accepted message, and better than an unknown one', () => {
  const overdue = delivery({ id: 'overdue', receipt_overdue_at: later });
  const of = message(1, { deliveries: [delivery({ id: 'accepted' }), overdue, delivery({ id: 'unknown', state: 'UNKNOWN' })] });
  expect(standing(of).map(({ id }) => id)).toEqual(['unknown', 'overdue', 'accepted']);
});

test('times and ids in a sentence become readable, and nothing else changes', () => {
  const said = readable('Joined the digest 01a22f40-fefa-7001-80c7-5f2471dbbd50, due at 2026-12-01T02:38:38.145959Z (3 of 5).', 'en');
  expect(said).toMatch(/^Joined the digest …dbbd50, due at .*\b2026\b.* \(3 of 5\)\.$/);
  expect(said).not.toContain('T02:38');
});

test('only what may move any moment is watched closely', () => {
  expect(isMoving(message(1, { deliveries: [delivery({ state: 'CLAIMED' })] }), now)).toBe(true);
  expect(isMoving(message(1, { deliveries: [delivery({ state: 'QUEUED' })] }), now)).toBe(true);
  expect(isMoving(message(1, { deliveries: [delivery({ state: 'QUEUED', not_before: later })] }), now)).toBe(false);
  expect(isMoving(message(1, { deliveries: [delivery()] }), now)).toBe(false);
});
