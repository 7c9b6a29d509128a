import type { Wire } from '@/shared/api/client';
import { isState, toneOf, type DeliveryState, type Tone } from '@/shared/ui/state-tag';

export type Rehearsal = Wire['RehearsalView'];
export type Person = Wire['RecipientForecast'];
export type Forecast = Wire['DeliveryForecast'];

const outcomes = ['would_be_sent', 'would_be_held', 'would_be_merged', 'would_be_left_to_the_inbox'] as const;
type Plain = (typeof outcomes)[number];

/** What would become of a delivery. */
export type Outcome = { kind: Plain | 'inbox_only'; tone: Tone } | { kind: 'would_end_as'; state: DeliveryState; tone: Tone } | { kind: 'other'; text: string; tone: Tone };

const tone: Record<Plain, Tone> = {
  would_be_sent: 'sent',
  would_be_held: 'wait',
  would_be_merged: 'none',
  would_be_left_to_the_inbox: 'none',
};

export function outcomeOf(text: string): Outcome {
  const plain = outcomes.find((known) => known === text);
  if (plain !== undefined) {
    return { kind: plain, tone: tone[plain] };
  }
  const state = text.replace(/^would_end_as_/, '').toUpperCase();
  return isState(state) ? { kind: 'would_end_as', state, tone: toneOf[state] } : { kind: 'other', text, tone: 'none' };
}

export interface Sum {
  outcome: Outcome;
  count: number;
}

/** How many would fare how, over all people and channels. */
export function summed(rehearsal: Rehearsal): Sum[] {
  const sums = new Map<string, Sum>();
  const add = (name: string, outcome: Outcome) => {
    sums.set(name, { outcome, count: (sums.get(name)?.count ?? 0) + 1 });
  };
  for (const person of rehearsal.recipients) {
    person.deliveries.forEach(({ outcome }) => add(outcome, outcomeOf(outcome)));
    if (person.deliveries.length === 0) {
      add('inbox_only', { kind: 'inbox_only', tone: 'none' });
    }
  }
  return [...sums.values()].toSorted((one, other) => other.count - one.count);
}

/** Whether that would happen at once, as seen from when it was asked. */
export function isNow(at: string, asked: string): boolean {
  return Date.parse(at) - Date.parse(asked) < 1_000;
}

/** Whether anything of it would leave for somebody outside. */
export function isReal(rehearsal: Rehearsal): boolean {
  return rehearsal.recipients.some(({ deliveries }) => deliveries.some(({ sandbox, outcome }) => !sandbox && (outcome === 'would_be_sent' || outcome === 'would_be_held')));
}

/** The numbers by which it was decided, as texts. */
export function numbersOf({ numbers }: Forecast): (readonly [string, string])[] {
  return Object.entries(numbers)
    .filter(([name]) => name !== 'gates')
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const);
}
