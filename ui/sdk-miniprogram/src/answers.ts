import { grants, type Prompt } from './prompt';
import { untried, type Entry, type State } from './state';

/**
 * Books what the person answered: the answer for the plan's own template joins its action while
 * that has not been tried, all others travel alone. What was tried once never changes any more: the
 * server knows it by its id.
 *
 * @param templates as they were asked for, the plan's own first
 */
export function book(
  state: State,
  action: Entry,
  { answers, problem }: Prompt,
  templates: string[],
  { now, sending }: { now: Date; sending: string | null },
): void {
  const at = state.queue.findIndex(({ id }) => id === action.id);
  const found = state.queue[at];
  const open = found && !found.tries && sending !== action.id ? found : null;
  const alone: Entry[] = [];
  templates.forEach((template, n) => {
    const status = answers[template];
    if (!status) {
      return;
    }
    const grant = { request_id: `${action.id}-${n}`, template, status };
    if (n === 0 && open) {
      open.grant = grant;
    } else {
      alone.push({ kind: 'grant', id: grant.request_id, at: action.at, grant, ...untried });
    }
    if (grants(status)) {
      state.refused[template] = 0;
    } else if (status === 'reject') {
      state.refused[template] = now.getTime();
    }
  });
  state.queue.splice(open ? at + 1 : state.queue.length, 0, ...alone);
  state.mainSwitch = problem ? problem.code !== 20004 && state.mainSwitch : true;
}

/** Takes over what the person keeps without being asked: WeChat repeats it and shows nothing. */
export function keep(
  state: State,
  { mainSwitch, itemSettings = {} }: { mainSwitch?: boolean; itemSettings?: Record<string, string> },
): void {
  for (const template of Object.keys(state.kept)) {
    if (state.kept[template] === 'reject' && itemSettings[template] !== 'reject') {
      state.refused[template] = 0;
    }
  }
  state.kept = itemSettings;
  state.mainSwitch = mainSwitch !== false;
}
