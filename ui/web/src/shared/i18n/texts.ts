import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n, language, type Language } from '@/shared/i18n/i18n';

/** Chinese has no singular of its own, so that {@code …_one} is English only. */
type Complete<En> = Record<Exclude<keyof En, `${string}_one`>, string>;

/** {@code count_one} and {@code count_other} are asked for as {@code count}. */
type Asked<K> = K extends `${infer Stem}_one` ? Stem : K extends `${infer Stem}_other` ? Stem : K;

export interface Texts<K extends string> {
  readonly namespace: string;
  /** Only a type: the keys that can be asked for. */
  readonly key?: K;
}

export type Translate<K extends string> = (
  key: K,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** A feature's sentences in both languages. One that is missing in Chinese does not compile. */
export function defineTexts<const En extends Record<string, string>>(
  namespace: string,
  text: { en: En; zh: Complete<En> },
): Texts<Asked<keyof En & string>> {
  i18n.addResourceBundle('en', namespace, text.en);
  i18n.addResourceBundle('zh', namespace, text.zh);
  return { namespace };
}

export function useTexts<K extends string>(texts: Texts<K>): Translate<K> {
  const { t } = useTranslation(texts.namespace, { i18n });
  return useCallback<Translate<K>>((key, values) => t(key, { ...values }), [t]);
}

/** For what draws nothing, e.g. the options of a chart. */
export function translate<K extends string>(texts: Texts<K>): Translate<K> {
  return (key, values) => i18n.t(key, { ns: texts.namespace, ...values });
}

/** A sentence that the server says in both languages. */
export interface Said {
  en: string;
  zh: string;
}

export function useLanguage(): Language {
  const { i18n: current } = useTranslation(undefined, { i18n });
  return current.language === 'zh' ? 'zh' : 'en';
}

/** Picks the reader's language. */
export function useSaid(): (said: Said) => string {
  const now = useLanguage();
  return useMemo(() => (said: Said) => said[now], [now]);
}

export { language };
