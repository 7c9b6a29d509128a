import type { Budget } from '@/features/channels/channels.api';
import type { Wire } from '@/shared/api/client';

type Mistakes = Record<string, 'number'>;

function whole(typed: string): number | undefined {
  return /^\d+$/.test(typed.trim()) ? Number(typed.trim()) : undefined;
}

/** What is typed of a rate. */
export interface RateDraft {
  calls: string;
  perSeconds: string;
  burst: string;
}

export function rateOf({ calls, perSeconds, burst }: RateDraft): { request: Wire['PacingRequest']; mistakes: Mistakes } {
  const mistakes: Mistakes = {};
  const read = (field: string, typed: string): number | null => {
    const value = whole(typed);
    if (value === undefined && typed.trim() !== '') mistakes[field] = 'number';
    return value ?? null;
  };
  const request = { calls: read('calls', calls), per_seconds: read('per_seconds', perSeconds), burst: read('burst', burst) };
  return { request, mistakes };
}

/** What is typed of a budget. */
export interface BudgetDraft {
  calls: string;
  warnAt: string;
  fallback: string;
  zone: string;
}

export function budgetOf({ calls, warnAt, fallback, zone }: BudgetDraft): { request: Wire['BudgetRequest']; mistakes: Mistakes } {
  const mistakes: Mistakes = {};
  const limit = whole(calls);
  if (limit === undefined && calls.trim() !== '') mistakes['calls_per_month'] = 'number';
  const levels = warnAt
    .split(/[\s,，、%]+/)
    .filter((level) => level !== '')
    .map(whole);
  if (levels.includes(undefined)) mistakes['warn_at_percent'] = 'number';
  return {
    request: {
      calls_per_month: limit ?? null,
      warn_at_percent: levels.filter((level) => level !== undefined),
      fallback: fallback === '' ? null : fallback,
      zone: zone.trim() === '' ? null : zone.trim(),
    },
    mistakes,
  };
}

export type BudgetLook = 'fine' | 'warned' | 'over';

/** How far a budget is used, for a bar, and how that looks. */
export function usageOf(budget: Budget): { percent: number; look: BudgetLook } {
  const percent = budget.calls_per_month === 0 ? 100 : Math.min(100, (budget.used / budget.calls_per_month) * 100);
  if (budget.left === 0) return { percent, look: 'over' };
  return { percent, look: budget.warning_level ? 'warned' : 'fine' };
}
