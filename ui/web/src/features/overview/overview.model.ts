import type { Wire } from '@/shared/api/client';
import { isState, states, toneOf, type DeliveryState, type Tone } from '@/shared/ui/state-tag';

export type Overview = Wire['OverviewView'];
export type Attention = Overview['attention'][number];
export type Held = Overview['held'][number];
export type Steps = Overview['first_steps'];
export type Group = Wire['SilentFailuresView']['groups'][number];

export const spans = ['today', '24h', '7d'] as const;
export type Span = (typeof spans)[number];

const HOUR = 3_600_000;

export function spanOf(text: string | null): Span {
  return spans.find((span) => span === text) ?? 'today';
}

/** When a span begins. It stays the same for an hour or a day, so that an answer stays one answer. */
export function begin(span: Span, now: Date): Date {
  switch (span) {
    case 'today':
      return midnight(now, 0);
    case '24h':
      return new Date(Math.floor(now.getTime() / HOUR) * HOUR - 23 * HOUR);
    case '7d':
      return midnight(now, -6);
  }
}

function midnight(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
}

/** Where the list is of what a number counts. */
export function listOf(filter: Readonly<Partial<Record<'state' | 'reason' | 'channel' | 'type' | 'from' | 'to', string | null>>>): string {
  const address = new URLSearchParams();
  for (const [key, value] of Object.entries(filter)) {
    if (value !== null && value !== '') {
      address.set(key, value);
    }
  }
  const search = address.toString();
  return search === '' ? '/messages' : `/messages?${search}`;
}

export interface StateCount {
  state: DeliveryState;
  count: number;
  /** Of all, from 0 to 1. */
  share: number;
}

export function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Most first; states in which none stands are left out. */
export function byState(counts: Readonly<Record<string, number>>): StateCount[] {
  const all = total(counts);
  return states
    .map((state) => ({ state, count: counts[state] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => ({ state, count, share: count / all }))
    .toSorted((one, other) => other.count - one.count);
}

/** The order in which a bar is stacked, from below. */
export const tones: readonly Tone[] = ['good', 'sent', 'wait', 'none', 'doubt', 'bad'];
export type ToneCounts = Readonly<Record<Tone, number>>;

export interface Bar {
  at: Date;
  counts: ToneCounts;
}

const NONE: ToneCounts = { good: 0, sent: 0, wait: 0, none: 0, doubt: 0, bad: 0 };

function toned(counts: Readonly<Record<string, number>>, onto: ToneCounts): ToneCounts {
  const sum = { ...onto };
  for (const [state, count] of Object.entries(counts)) {
    if (isState(state)) {
      sum[toneOf[state]] += count;
    }
  }
  return sum;
}

/** One bar for each hour of a day or for each of seven days, those without deliveries among them. */
export function bars(overview: Pick<Overview, 'hours'>, span: Span, from: Date): Bar[] {
  const days = span === '7d';
  const starts = Array.from({ length: days ? 7 : 24 }, (_, i) => (days ? midnight(from, i) : new Date(from.getTime() + i * HOUR)));
  const found = starts.map((at) => ({ at, counts: NONE }));
  for (const hour of overview.hours) {
    const at = new Date(hour.at).getTime();
    const place = starts.findLastIndex((start) => start.getTime() <= at);
    const bar = found[place];
    if (bar !== undefined) {
      bar.counts = toned(hour.counts, bar.counts);
    }
  }
  return found;
}

/** The tones that occur, in the order of the stack. */
export function tonesOf(all: readonly Bar[]): Tone[] {
  return tones.filter((tone) => all.some((bar) => bar.counts[tone] > 0));
}

export const steps = ['channel_account', 'recipient', 'endpoint', 'message', 'accepted'] as const;
export type Step = (typeof steps)[number];

/** The first that is not done yet. */
export function nextStep(done: Steps): Step | undefined {
  return steps.find((step) => !done[step]);
}

const stateOf: Record<Attention['kind'], DeliveryState> = {
  unknown: 'UNKNOWN',
  receipt_overdue: 'ACCEPTED',
  failed: 'FAILED',
  rejected: 'REJECTED',
  undelivered: 'UNDELIVERED',
};

export const toneOfKind: Record<Attention['kind'], Tone> = {
  unknown: 'doubt',
  receipt_overdue: 'doubt',
  failed: 'bad',
  rejected: 'bad',
  undelivered: 'bad',
};

/** The list of what is counted in one line of what wants attention. */
export function listOfAttention({ kind, reason, channel }: Attention, from: string): string {
  return listOf({ state: stateOf[kind], reason, channel: channel ?? null, from });
}

/** How many seconds the one that is due for longest has been waiting. */
export function waiting(overview: Pick<Overview, 'at' | 'backlog'>): number | undefined {
  const oldest = overview.backlog.oldest_due_at ?? null;
  return oldest === null ? undefined : Math.max(0, (Date.parse(overview.at) - Date.parse(oldest)) / 1000);
}

/** Workers take what is due within seconds; more than this deserves a look. */
export const SLOW_SECONDS = 60;

/** Calls {@code act} at once, then at most once in {@code gap} milliseconds; what is asked meanwhile is done at the end. */
export function throttled(act: () => void, gap: number): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = false;
  const open = () => {
    timer = undefined;
    if (wanted) {
      wanted = false;
      ask();
    }
  };
  function ask() {
    if (timer !== undefined) {
      wanted = true;
      return;
    }
    timer = setTimeout(open, gap);
    act();
  }
  return {
    ask,
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      wanted = false;
    },
  };
}
