import { grants } from './prompt';
import type { Plan, Today } from './plan';
import type { Entry, Failed, State, Trouble } from './state';
import { day } from './time';

/** What a page shows. */
export interface View {
  /** As the server last told it; null when it never has. */
  plan: Plan | null;
  /** Today on this phone, with what waits to be submitted. */
  today: Today;
  /** How many actions wait. */
  waiting: number;
  /** Why they wait; null when nothing went wrong. */
  trouble: Trouble | null;
  /** What the server refused, for people to see. */
  failed: Failed[];
  /** Whether the next check-in opens the prompt. */
  willAsk: boolean;
  /**
   * What the person chose to keep for the plan's template: the prompt stays closed and repeats it.
   * `off` when all messages of the mini-program are turned off. A button may lead to
   * `wx.openSetting`.
   */
  kept: 'asks' | 'accepts' | 'refuses' | 'off';
}

/** What is asked for, and how often. */
export interface Wish {
  templates: string[];
  most: number;
  rest: number;
}

export function view(state: State, wish: Wish, now: Date): View {
  const { plan, queue, failed } = state;
  return {
    plan,
    today: today(state, now),
    waiting: queue.length,
    trouble: (queue[0] && queue[0].trouble) || null,
    failed,
    willAsk: askFor(state, wish, now, 'checkin').length > 0,
    kept: kept(state, planTemplate(state, wish)),
  };
}

const NOTHING = { day: '', today: { count: 0, goal: null, reached: false } };

function today({ plan, queue }: State, now: Date): Today {
  const date = day(now);
  const told = plan || NOTHING;
  const today = told.day === date ? { ...told.today } : { ...NOTHING.today, goal: told.today.goal };
  for (const { kind, at, count, goal } of queue) {
    if (kind === 'checkin' && at.startsWith(date)) {
      today.count += count || 0;
      today.goal = goal || today.goal;
    }
  }
  today.reached = today.reached || (today.goal !== null && today.count >= today.goal);
  return today;
}

function kept({ mainSwitch, kept }: State, template: string | undefined): View['kept'] {
  const choice = template && kept[template];
  return !mainSwitch ? 'off' : !choice ? 'asks' : grants(choice) ? 'accepts' : 'refuses';
}

/** The server knows best which template the next reminder goes out with. */
const planTemplate = ({ plan }: State, { templates }: Wish): string | undefined =>
  (plan && plan.template) || templates[0];

/**
 * The templates to ask for in this tap, the plan's own first; none when there is no need. Decided
 * from what is cached: a tap has no time to ask a server.
 */
export function askFor(state: State, wish: Wish, now: Date, kind: Entry['kind']): string[] {
  const own = planTemplate(state, wish);
  const rests = (template: string) => {
    const since = now.getTime() - (state.refused[template] || -Infinity);
    return since >= 0 && since < wish.rest;
  };
  if (!own || kind === 'disable' || (kind !== 'enable' && (rests(own) || !needed(state, own)))) {
    return [];
  }
  const others = wish.templates.filter((template) => template !== own && !rests(template));
  return [own, ...others].slice(0, wish.most);
}

/**
 * Who turned reminders off, or never turned them on, is left alone. One that was accepted and waits
 * for the server will do: nobody is asked twice for it.
 */
function needed({ plan, queue }: State, own: string): boolean {
  const onItsWay = queue.some(({ grant }) => grant?.template === own && grants(grant.status));
  const wanted = plan && plan.state !== 'disabled' && (plan.needsGrant || plan.askGrant);
  return Boolean(wanted) && !onItsWay;
}
