import { expect, test } from 'vitest';
import { isNow, isReal, numbersOf, outcomeOf, summed, type Forecast, type Rehearsal } from '@/features/compose/forecast.model';

const forecast = (outcome: string, sandbox = true): Forecast => ({
  account: 'box',
  at: '2026-12-01T10:00:00Z',
  channel: 'webhook',
  numbers: { gates: 'a, b', cap: 3, zone: 'Asia/Shanghai' },
  outcome,
  reason: '',
  sandbox,
  sentence: { en: '', zh: '' },
});
const person = (...deliveries: Forecast[]) => ({ recipient: 'ann', inbox: true, deliveries, not_planned: [] });
const rehearsal = (...recipients: Rehearsal['recipients']): Rehearsal => ({ at: '2026-12-01T10:00:00Z', recipients });

test('an outcome is a sending, a holding or an end', () => {
  expect(outcomeOf('would_be_held')).toEqual({ kind: 'would_be_held', tone: 'wait' });
  expect(outcomeOf('would_end_as_suppressed')).toEqual({ kind: 'would_end_as', state: 'SUPPRESSED', tone: 'none' });
  expect(outcomeOf('would_fly')).toEqual({ kind: 'other', text: 'would_fly', tone: 'none' });
});

test('what would be sent is not shown as if it had arrived', () => {
  expect(outcomeOf('would_be_sent').tone).not.toBe('good');
});

test('all are summed up, those with the inbox alone too', () => {
  const sent = forecast('would_be_sent');
  const sums = summed(rehearsal(person(sent, forecast('would_be_held')), person(sent), person()));
  expect(sums.map(({ outcome, count }) => [outcome.kind, count])).toEqual([
    ['would_be_sent', 2],
    ['would_be_held', 1],
    ['inbox_only', 1],
  ]);
});

test('only what leaves for somebody outside is real', () => {
  expect(isReal(rehearsal(person(forecast('would_be_sent', true))))).toBe(false);
  expect(isReal(rehearsal(person(forecast('would_end_as_suppressed', false))))).toBe(false);
  expect(isReal(rehearsal(person(forecast('would_be_sent', false))))).toBe(true);
});

test('a time within a moment is now', () => {
  expect(isNow('2026-12-01T10:00:00.4Z', '2026-12-01T10:00:00Z')).toBe(true);
  expect(isNow('2026-12-01T10:00:30Z', '2026-12-01T10:00:00Z')).toBe(false);
});

test('numbers are texts, without the gates that the sentence names', () => {
  expect(numbersOf(forecast('would_be_sent'))).toEqual([
    ['cap', '3'],
    ['zone', 'Asia/Shanghai'],
  ]);
});
