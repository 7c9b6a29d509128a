import { expect, test } from 'vitest';
import { grantAnswer } from '@/features/recipients/grants.model';

const answer = {
  id: 'g1',
  request_id: 'q1',
  channel: 'wechat-subscribe',
  template: 'tpl',
  status: 'accept',
  kind: 'one_time',
  source: 'plan:water',
  answered_at: '2026-12-01T01:00:00Z',
  registered_by: 'api_key:x',
  grant: {
    state: 'invalid',
    reason: 'grant_person_refused',
    steps: [{ at: '2026-12-01T01:00:00Z', step: 'granted', delivery_id: null, actor: 'api_key:x', reason: 'grant_given' }],
  },
};

test('an answer is read with every step of its consent', () => {
  expect(grantAnswer(answer)).toEqual({
    id: 'g1',
    requestId: 'q1',
    channel: 'wechat-subscribe',
    template: 'tpl',
    status: 'accept',
    longTerm: false,
    source: 'plan:water',
    answeredAt: '2026-12-01T01:00:00Z',
    registeredBy: 'api_key:x',
    grant: {
      state: 'invalid',
      reason: 'grant_person_refused',
      steps: [{ at: '2026-12-01T01:00:00Z', step: 'granted', delivery: undefined, actor: 'api_key:x', reason: 'grant_given' }],
    },
  });
});

test('an answer that gave nothing has no consent', () => {
  expect(grantAnswer({ ...answer, status: 'reject', grant: null }).grant).toBeUndefined();
});
