/** A plan as the server last told it. */
export interface Plan {
  state: string;
  nextAt: string | null;
  today: Today;
  streak: number;
  /** Nothing is left for the next reminder. */
  needsGrant: boolean;
  /** Asking for one more is worth it. */
  askGrant: boolean;
  /** The template that its reminders go out with. */
  template: string | null;
  /** The phone's date when this was told. */
  day: string;
}

export interface Today {
  count: number;
  goal: number | null;
  reached: boolean;
}

export type Json = Record<string, unknown>;

export const isObject = (it: unknown): it is Json =>
  typeof it === 'object' && it !== null && !Array.isArray(it);

const text = (it: unknown): string | null => (typeof it === 'string' ? it : null);
const number = (it: unknown): number => (typeof it === 'number' ? it : 0);

/** Reads `GET …/plans/{key}`, or the answer to a check-in; null when no plan is in it. */
export function readPlan(answer: Json, day: string): Plan | null {
  const plan = isObject(answer.plan) ? { ...answer, ...answer.plan } : answer;
  if (typeof plan.state !== 'string') {
    return null;
  }
  const today = isObject(plan.today) ? plan.today : {};
  return {
    state: plan.state,
    nextAt: text(plan.next_at),
    today: {
      count: number(today.count),
      goal: number(today.goal) || null,
      reached: today.reached === true,
    },
    streak: number(plan.streak),
    needsGrant: plan.needs_grant === true,
    askGrant: plan.ask_grant === true,
    template: text(plan.template),
    day,
  };
}
