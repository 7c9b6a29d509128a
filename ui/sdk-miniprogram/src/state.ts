import { isObject, type Plan } from './plan';

export interface Grant {
  request_id: string;
  template: string;
  status: string;
}

/** Something that the server has not acknowledged yet. Its ids never change. */
export interface Entry {
  kind: 'checkin' | 'enable' | 'disable' | 'grant';
  /** The action's id; the request's id for a grant that travels alone. */
  id: string;
  /** When the person did it, with offset. */
  at: string;
  count?: number;
  goal?: number;
  grant?: Grant;
  tries: number;
  /** Not tried before this time of the phone's clock. */
  until: number;
  trouble?: Trouble;
}

/** Why something still waits: no network, the server's trouble, or whoever calls is not known. */
export type Trouble = 'offline' | 'server' | 'login';

/** Something that the server refused for good. */
export interface Failed {
  entry: Entry;
  status: number;
  code: string;
  detail: string;
}

/** Everything that outlives a launch; one value in the storage, so that it changes as one. */
export interface State {
  queue: Entry[];
  failed: Failed[];
  plan: Plan | null;
  /** When the person refused a template, in ms; 0 once that is over. */
  refused: Record<string, number>;
  /** Choices that the person keeps without being asked again. */
  kept: Record<string, string>;
  mainSwitch: boolean;
}

export const empty = (): State => ({
  queue: [],
  failed: [],
  plan: null,
  refused: {},
  kept: {},
  mainSwitch: true,
});

/** What has not been tried yet. */
export const untried = { tries: 0, until: 0 };

/** What a stored text holds, and whether all of it could be read. */
export function parse(raw: unknown): { state: State; whole: boolean } {
  let found: unknown;
  try {
    found = JSON.parse((raw || '{"queue":[],"failed":[]}') as string);
  } catch {
    // then it holds nothing
  }
  const { plan, queue, failed, refused, kept, mainSwitch } = isObject(found) ? found : {};
  const state = {
    queue: list(queue).filter(isEntry),
    failed: list(failed).filter(isFailed),
    plan: isPlan(plan) ? plan : null,
    refused: record<number>(refused),
    kept: record<string>(kept),
    mainSwitch: mainSwitch !== false,
  };
  return { state, whole: holds(queue, state.queue) && holds(failed, state.failed) };
}

const list = (it: unknown): unknown[] => (Array.isArray(it) ? it : []);

const holds = (it: unknown, good: unknown[]): boolean =>
  Array.isArray(it) && it.length === good.length;

const record = <T>(it: unknown): Record<string, T> =>
  isObject(it) ? (it as Record<string, T>) : {};

const all = (it: unknown, type: 'string' | 'number', ...names: string[]): boolean =>
  isObject(it) && names.every((name) => typeof it[name] === type);

const isPlan = (it: unknown): it is Plan =>
  isObject(it) && all(it, 'string', 'state', 'day') && isObject(it.today);

const isEntry = (it: unknown): it is Entry =>
  isObject(it) &&
  /^(checkin|enable|disable|grant)$/.test(String(it.kind)) &&
  all(it, 'string', 'id', 'at') &&
  all(it, 'number', 'tries', 'until') &&
  (it.kind === 'grant' || it.grant
    ? all(it.grant, 'string', 'request_id', 'template', 'status')
    : true);

const isFailed = (it: unknown): it is Failed => isObject(it) && isEntry(it.entry);
