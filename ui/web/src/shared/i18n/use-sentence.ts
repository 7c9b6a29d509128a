import { useCallback } from 'react';
import { readable } from '@/shared/format/readable';
import { useLanguage, type Said } from '@/shared/i18n/texts';
import { useZone } from '@/shared/i18n/zone';

/** Says a sentence of the server in the reader's language, with times in the zone of its part of the page. */
export function useSentence(): (said: Said) => string {
  const language = useLanguage();
  const zone = useZone();
  return useCallback((said: Said) => readable(said[language], language, zone), [language, zone]);
}
