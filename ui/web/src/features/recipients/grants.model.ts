import type { Tone } from '@/shared/ui/state-tag';

export type GrantState = 'available' | 'reserved' | 'consumed' | 'invalid';

/** One entry of the ledger. */
export interface GrantStep {
  at: string;
  step: string;
  delivery: string | undefined;
  actor: string;
  reason: string;
}

/** What somebody answered, and what became of the consent that it gave. */
export interface GrantAnswer {
  id: string;
  requestId: string;
  channel: string;
  template: string;
  status: string;
  longTerm: boolean;
  source: string;
  answeredAt: string;
  registeredBy: string;
  grant: { state: string; reason: string; steps: GrantStep[] } | undefined;
}

export const toneOfGrant: Record<GrantState, Tone> = {
  available: 'sent',
  reserved: 'wait',
  consumed: 'none',
  invalid: 'bad',
};

export function isGrantState(state: string): state is GrantState {
  return state in toneOfGrant;
}

type Fields = Record<string, unknown>;

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function text(from: Fields, name: string): string {
  const value = from[name];
  return typeof value === 'string' ? value : '';
}

/**
 * Reads one answer of the history. The API's description has two kinds of answers under one name,
 * of which it shows the other.
 */
export function grantAnswer(value: unknown): GrantAnswer {
  const answer = fields(value);
  const grant = answer['grant'];
  return {
    id: text(answer, 'id'),
    requestId: text(answer, 'request_id'),
    channel: text(answer, 'channel'),
    template: text(answer, 'template'),
    status: text(answer, 'status'),
    longTerm: answer['kind'] === 'long_term',
    source: text(answer, 'source'),
    answeredAt: text(answer, 'answered_at'),
    registeredBy: text(answer, 'registered_by'),
    grant: grant === null || grant === undefined ? undefined : consent(fields(grant)),
  };
}

function consent(grant: Fields) {
  const steps = Array.isArray(grant['steps']) ? grant['steps'].map(fields) : [];
  return {
    state: text(grant, 'state'),
    reason: text(grant, 'reason'),
    steps: steps.map((step) => ({
      at: text(step, 'at'),
      step: text(step, 'step'),
      delivery: text(step, 'delivery_id') || undefined,
      actor: text(step, 'actor'),
      reason: text(step, 'reason'),
    })),
  };
}
