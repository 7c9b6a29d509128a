import { isObject, type Json } from './plan';
import type { Entry, Trouble } from './state';
import { LONGEST_WAIT } from './time';
import type { Wx, WxAnswer } from './wx';

/** What came of a request. Only an answer that looks as documented counts as one. */
export type Reply =
  | { is: 'done'; body: Json }
  | { is: 'later'; trouble: Trouble; wait: number }
  | { is: 'refused'; status: number; code: string; detail: string; fields: string[] };

export interface Server {
  submit(entry: Entry): Promise<Reply>;
  plan(): Promise<Reply>;
}

export interface Address {
  wx: Wx;
  baseUrl: string;
  recipient: string;
  plan: string;
  channel: string;
  headers(): Record<string, string> | Promise<Record<string, string>>;
}

interface Problem {
  field: string;
}

const TIMEOUT = 15_000;
/** All but those that are about the caller or the moment. */
const REFUSED = /^4(?!01|03|07|08|25|29)/;

export function server(to: Address): Server {
  const person = `${to.baseUrl.replace(/\/+$/, '')}/v1/recipients/${encodeURIComponent(to.recipient)}`;
  const plan = `${person}/plans/${encodeURIComponent(to.plan)}`;

  async function call(url: string, key: string, data?: Json, id?: string): Promise<Reply> {
    try {
      const header = await to.headers(); // WeChat adds that the body is JSON
      return await new Promise((resolve) =>
        to.wx.request({
          url,
          method: data ? 'POST' : 'GET',
          ...(data && { data }),
          header,
          timeout: TIMEOUT,
          success: (answer) => resolve(read(answer, key, id)),
          fail: () => resolve({ is: 'later', trouble: 'offline', wait: 0 }),
        }),
      );
    } catch {
      return { is: 'later', trouble: 'login', wait: 0 };
    }
  }

  return {
    plan: () => call(plan, 'state'),
    submit({ kind, id, at, count, goal, grant }) {
      switch (kind) {
        case 'checkin':
          return call(`${plan}/checkins`, 'action_id', {
            action_id: id,
            occurred_at: at,
            count,
            ...(goal && { daily_goal: goal }),
            ...(grant && { grant }),
          }, id);
        case 'grant':
          return call(`${person}/grants`, 'balance', {
            ...grant,
            channel: to.channel,
            answered_at: at,
          });
        case 'enable':
          return call(`${plan}:${kind}`, 'plan', grant ? { grant } : {});
        case 'disable':
          return call(`${plan}:${kind}`, 'state', {});
      }
    },
  };
}

/** An answer is the documented one when it has that key, and names the action that was sent. */
function read({ statusCode: status, data, header }: WxAnswer, key: string, id?: string): Reply {
  const body = isObject(data) ? data : null;
  if (status >= 200 && status < 300) {
    if (body && body[key] && (!id || body[key] === id)) {
      return { is: 'done', body };
    }
    // a page of the hotel's network, or an answer that was cut: nobody knows, so ask again
    return { is: 'later', trouble: 'server', wait: 0 };
  }
  // a gateway's page says nothing of what was sent
  if (body && body.code && REFUSED.test(`${status}`)) {
    const { code, detail = '', errors } = body as { code: string; detail?: string; errors?: Problem[] };
    return { is: 'refused', status, code, detail, fields: fields(errors) };
  }
  const trouble = /^40[13]$/.test(`${status}`) ? 'login' : 'server';
  return { is: 'later', trouble, wait: retryAfter(header) };
}

const fields = (errors?: Problem[]): string[] => (Array.isArray(errors) ? errors.map((it) => it.field) : []);

function retryAfter(header: Record<string, unknown> = {}): number {
  const name = Object.keys(header).find((key) => /^retry-after$/i.test(key));
  const seconds = name ? Number(header[name]) : 0;
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_WAIT) : 0;
}
