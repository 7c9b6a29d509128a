import type { Clock } from './lane';
import type { Storage } from './store';
import type { Wish } from './view';
import type { Wx } from './wx';

export interface CheckinOptions {
  /** Your own backend, which passes `/v1/…` on to Truebell with its key; without `/v1`. */
  baseUrl: string;
  /** The external id of the person who is logged in. */
  recipient: string;
  /** The plan's key. */
  plan: string;
  /** The template of the plan's reminders first, then others worth asking for in the same prompt. */
  templates: string[];
  /** What your backend knows the person by; never Truebell's API key. Asked for each request. */
  headers(): Record<string, string> | Promise<Record<string, string>>;
  wx: Wx;
  /** The channel that the templates belong to. */
  channel?: string;
  /** How many templates one prompt may hold. WeChat's pages say 3 and 5. */
  maxTemplates?: number;
  /** For how long a check-in does not ask again for a template that was refused, in ms. */
  restAfterRefusal?: number;
  storage?: Storage;
  now?(): Date;
  later?(ms: number, work: () => void): unknown;
  random?(): number;
}

const DAY = 24 * 3600 * 1000;

export const clockOf = ({
  now = () => new Date(),
  later = (ms, work) => setTimeout(work, ms),
  random = Math.random,
}: CheckinOptions): Clock => ({ now, later, random });

export const wishOf = ({
  templates,
  maxTemplates: most = 3,
  restAfterRefusal: rest = DAY,
}: CheckinOptions): Wish => ({ templates, most, rest });

export const channelOf = ({ channel = 'wechat-subscribe' }: CheckinOptions): string => channel;

export const storageOf = ({ storage, wx }: CheckinOptions): Storage =>
  storage || {
    get: (key) => wx.getStorageSync(key),
    set: (key, value) => wx.setStorageSync(key, value),
  };

export const keyOf = ({ recipient, plan }: CheckinOptions): string =>
  `truebell:${recipient}:${plan}`;
