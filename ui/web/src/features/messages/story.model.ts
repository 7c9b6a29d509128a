import type { Wire } from '@/shared/api/client';
import type { Said } from '@/shared/i18n/texts';
import type { Tone } from '@/shared/ui/state-tag';

export type Explanation = Wire['ExplanationView'];
export type Entry = Wire['Entry'];
export type Attempt = Wire['Attempt'];
export type Receipt = Wire['Receipt'];
export type Inquiry = Wire['Inquiry'];

export type StepKind =
  | 'planned'
  | 'passed'
  | 'held'
  | 'ended'
  | 'answered'
  | 'given-back'
  | 'lost'
  | 'overdue'
  | 'withdrawn'
  | 'called'
  | 'receipt'
  | 'inquiry';

/** One thing that happened, with whatever is known about it. */
export interface Step {
  key: string;
  at: string;
  kind: StepKind;
  tone: Tone;
  /** What the server says of it; absent where the kind and the facts are all there is. */
  sentence?: Said;
  /** The gates that let it through. */
  gates?: readonly string[];
  entry?: Entry;
  attempt?: Attempt;
  receipt?: Receipt;
  inquiry?: Inquiry;
}

const kindOf: Readonly<Record<string, StepKind>> = {
  PLANNED: 'planned',
  CLAIM: 'passed',
  HOLD: 'held',
  GATE: 'ended',
  ANSWER: 'answered',
  LATE_ANSWER: 'answered',
  GIVE_BACK: 'given-back',
  SWEEP: 'lost',
  RECEIPT: 'receipt',
  OVERDUE: 'overdue',
  CANCEL: 'withdrawn',
};

const toneOfTarget: Readonly<Record<string, Tone>> = {
  QUEUED: 'wait',
  CLAIMED: 'wait',
  ACCEPTED: 'sent',
  DELIVERED: 'good',
  UNDELIVERED: 'bad',
  REJECTED: 'bad',
  FAILED: 'bad',
  UNKNOWN: 'doubt',
};

/**
 * A delivery's life in the order of time. A call and the answer that moved the delivery are one step, as
 * are a receipt and the move that it caused; what moved nothing has a step of its own.
 */
export function steps({ story, attempts, receipts, inquiries }: Explanation): readonly Step[] {
  const answers = new Set<Attempt>();
  const causes = new Set<Receipt>();
  const told = story.map((entry): Step => {
    const attempt = entry.cause === 'ANSWER' ? attempts.find((call) => call.attempt === entry.attempt) : undefined;
    const receipt = entry.cause === 'RECEIPT' ? causeOf(entry, receipts, causes) : undefined;
    if (attempt !== undefined) answers.add(attempt);
    if (receipt !== undefined) causes.add(receipt);
    return {
      ...ofEntry(entry),
      ...(attempt === undefined ? {} : { attempt }),
      ...(receipt === undefined ? {} : { receipt }),
    };
  });
  const others: readonly Step[] = [
    ...attempts.filter((attempt) => !answers.has(attempt)).map(ofAttempt),
    ...receipts.filter((receipt) => !causes.has(receipt)).map(ofReceipt),
    ...inquiries.map(ofInquiry),
  ];
  // sorting is stable: what the trace orders stays in its order, and comes before what is as old
  return [...told, ...others].toSorted((one, other) => instant(one.at) - instant(other.at));
}

function instant(at: string): number {
  return new Date(at).getTime();
}

function ofEntry(entry: Entry): Step {
  const kind = kindOf[entry.cause] ?? 'ended';
  const passed = kind === 'passed' ? gatesOf(entry) : [];
  return {
    key: `entry-${entry.seq}`,
    at: entry.at,
    kind,
    tone: kind === 'overdue' ? 'doubt' : (toneOfTarget[entry.to] ?? 'none'),
    sentence: entry.sentence,
    ...(passed.length === 0 ? {} : { gates: passed }),
    entry,
  };
}

function gatesOf({ numbers }: Entry): readonly string[] {
  const gates = numbers['gates'];
  return typeof gates === 'string' ? gates.split(',').map((gate) => gate.trim()).filter((gate) => gate !== '') : [];
}

/** The receipt that moved it: by its code, the one that came at that time, or else the first. */
function causeOf(entry: Entry, receipts: readonly Receipt[], taken: ReadonlySet<Receipt>): Receipt | undefined {
  const fitting = receipts.filter((receipt) => receipt.code === entry.numbers['code'] && !taken.has(receipt));
  return fitting.find((receipt) => receipt.at === entry.at) ?? fitting[0];
}

function ofAttempt(attempt: Attempt): Step {
  return { key: `attempt-${attempt.attempt}`, at: attempt.ended_at, kind: 'called', tone: 'none', attempt };
}

function ofReceipt(receipt: Receipt): Step {
  return {
    key: `receipt-${receipt.source}-${receipt.id}`,
    at: receipt.at,
    kind: 'receipt',
    tone: receipt.disagrees ? 'doubt' : receipt.status === 'undelivered' ? 'bad' : 'none',
    receipt,
  };
}

function ofInquiry(inquiry: Inquiry): Step {
  return { key: `inquiry-${inquiry.ask}`, at: inquiry.at, kind: 'inquiry', tone: 'none', inquiry };
}

/** How long the call took, in milliseconds. */
export function took({ started_at: from, ended_at: to }: Attempt): number {
  return Math.max(0, instant(to) - instant(from));
}

/** The numbers by which a step was decided, without those that are shown anyway. */
export function numbersOf(entry: Entry): readonly (readonly [string, string])[] {
  const shown = new Set(['gates', 'code', 'text', 'called', 'took_ms']);
  return Object.entries(entry.numbers)
    .filter(([name]) => !shown.has(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const);
}

/** The digest that it joined or carries. */
export function digestOf({ story }: Explanation): string | undefined {
  const ids = story.map(({ numbers }) => numbers['digest']).filter((id): id is string => typeof id === 'string');
  return ids.at(-1);
}
