import { moment } from '@/shared/format/moment';
import type { Language } from '@/shared/i18n/i18n';

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g;

/** A sentence of the server with its times as people read them, in that zone or else the reader's. */
export function readable(sentence: string, language: Language, zone?: string): string {
  return sentence.replace(INSTANT, (at) => moment(at, language, zone));
}
