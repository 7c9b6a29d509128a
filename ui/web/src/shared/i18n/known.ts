import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '@/shared/i18n/i18n';
import type { Texts } from '@/shared/i18n/texts';

/** Says the server's stable codes as far as there are words for them; others are said as they are. */
export function useKnown<K extends string>(texts: Texts<K>, prefix: string): (code: string) => string {
  const { t } = useTranslation(texts.namespace, { i18n });
  return useCallback((code) => t(`${prefix}.${code}`, { defaultValue: code }), [t, prefix]);
}
