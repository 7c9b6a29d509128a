import { expect, test } from 'vitest';
import { delivery } from '@/features/messages/fixtures';
import { digestOf, numbersOf, steps, took, type Attempt, type Entry, type Explanation, type Receipt } from '@/features/messages/story.model';

function entry(seq: number, cause: string, to: string, at: string, numbers: Record<string, unknown> = {}): Entry {
  return {
    seq,
    at: `2026-12-01T01:38:${at}Z`,
    from: null,
    to,
    cause,
    reason: 'r',
    numbers,
    source: 's',
    policy: 'spine',
    policy_version: 1,
    attempt: 1,
    actor: 'worker:w',
    sentence: { en: cause, zh: cause },
  };
}

const call: Attempt = {
  attempt: 1,
  started_at: '2026-12-01T01:38:38.100Z',
  ended_at: '2026-12-01T01:38:38.350Z',
  outcome: 'accepted',
  called: true,
  code: 'ok',
  text: '',
  node: 'w',
};

function receipt(id: string, at: string, change: Partial<Receipt> = {}): Receipt {
  return {
    id,
    at: `2026-12-01T01:38:${at}Z`,
    occurred_at: null,
    status: 'progress',
    delivered: false,
    code: id,
    text: '',
    source: 'sandbox',
    times: 1,
    disagrees: false,
    ...change,
  };
}

const whole: Explanation = {
  delivery: delivery(),
  story: [
    entry(1, 'PLANNED', 'QUEUED', '37.900'),
    entry(2, 'CLAIM', 'CLAIMED', '38.000', { gates: 'suppression, grant', window_most: 3 }),
    entry(3, 'ANSWER', 'ACCEPTED', '38.400', { code: 'ok' }),
    entry(4, 'RECEIPT', 'DELIVERED', '40.000', { code: 'arrived' }),
  ],
  attempts: [call],
  receipts: [
    receipt('arrived', '40.000', { status: 'delivered', delivered: true, times: 50 }),
    receipt('queued', '39.000'),
    receipt('lost', '41.000', { status: 'undelivered', disagrees: true }),
  ],
  inquiries: [{ ask: 1, at: '2026-12-01T01:38:39.500Z', answer: 'progress', code: '', text: '' }],
  can_prove: null,
};

test('everything that happened stands in the order of time', () => {
  expect(steps(whole).map(({ kind }) => kind)).toEqual([
    'planned',
    'passed',
    'answered',
    'receipt',
    'inquiry',
    'receipt',
    'receipt',
  ]);
});

test('a call and the move that it caused are one step, as are a receipt and its move', () => {
  const [, , answer, progress, , proof] = steps(whole);
  expect(answer?.attempt).toBe(call);
  expect(answer?.sentence?.en).toBe('ANSWER');
  expect(progress?.entry).toBeUndefined();
  expect([proof?.receipt?.times, proof?.entry?.seq, proof?.tone]).toEqual([50, 4, 'good']);
});

test('a receipt that disagrees has a step of its own and a doubt', () => {
  const last = steps(whole).at(-1);
  expect([last?.receipt?.id, last?.tone, last?.entry]).toEqual(['lost', 'doubt', undefined]);
});

test('a call that moved nothing is told, too', () => {
  const lost = { ...whole, story: whole.story.slice(0, 2), receipts: [], inquiries: [] };
  expect(steps(lost).map(({ kind }) => kind)).toEqual(['planned', 'passed', 'called']);
});

test('two moves by equal receipts each take one', () => {
  const twice = {
    ...whole,
    story: [entry(1, 'RECEIPT', 'ACCEPTED', '40.000', { code: 'x' }), entry(2, 'RECEIPT', 'DELIVERED', '41.000', { code: 'x' })],
    attempts: [],
    inquiries: [],
    receipts: [receipt('a', '41.000', { code: 'x' }), receipt('b', '40.000', { code: 'x' })],
  };
  expect(steps(twice).map((step) => step.receipt?.id)).toEqual(['b', 'a']);
});

test('the gates that let it pass are counted, and are no numbers', () => {
  const passed = steps(whole)[1];
  expect(passed?.gates).toEqual(['suppression', 'grant']);
  expect(passed?.entry && numbersOf(passed.entry)).toEqual([['window_most', '3']]);
});

test('a call tells how long it took', () => {
  expect(took(call)).toBe(250);
});

test('the digest is the last one that the trace names', () => {
  expect(digestOf(whole)).toBeUndefined();
  const story = [entry(1, 'GATE', 'MERGED', '40.000', { digest: 'd1' }), entry(2, 'GATE', 'MERGED', '41.000', { digest: 'd2' })];
  expect(digestOf({ ...whole, story })).toBe('d2');
});
