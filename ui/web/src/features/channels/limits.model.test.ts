import { expect, test } from 'vitest';
import { budgetOf, rateOf } from '@/features/channels/limits.model';

test('a rate that is typed is asked for as numbers, and what is empty is left to the server to refuse', () => {
  expect(rateOf({ calls: ' 10 ', perSeconds: '60', burst: '' })).toEqual({
    request: { calls: 10, per_seconds: 60, burst: null },
    mistakes: {},
  });
});

test.each(['1.5', '-1', 'ten', '1e3'])('%s is no number of calls', (calls) => {
  expect(rateOf({ calls, perSeconds: '60', burst: '1' }).mistakes).toEqual({ calls: 'number' });
});

test('levels of a budget may be written with commas of either language, or percent signs', () => {
  expect(budgetOf({ calls: '1000', warnAt: '50%，80, 95', fallback: '', zone: ' ' }).request).toEqual({
    calls_per_month: 1000,
    warn_at_percent: [50, 80, 95],
    fallback: null,
    zone: null,
  });
});

test('a level that is no number is named', () => {
  expect(budgetOf({ calls: 'many', warnAt: 'half', fallback: '', zone: '' }).mistakes).toEqual({
    calls_per_month: 'number',
    warn_at_percent: 'number',
  });
});
