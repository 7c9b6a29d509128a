import { useCallback } from 'react';
import { readable } from '@/shared/format/readable';
import { useLanguage, type Said } from '@/shared/i18n/texts';

/** Says a sentence of the server in the reader's language and zone. */
export function useSentence(): (said: Said) => string {
  const language = useLanguage();
  return useCallback((said: Said) => readable(said[language], language), [language]);
}
