import { useCallback } from 'react';
import { composeTexts } from '@/features/compose/compose.texts';
import type { Field, Wrongs } from '@/features/compose/wrong.model';
import { useTexts } from '@/shared/i18n/texts';

export type SaidWrong = (field: Field) => string | undefined;

/** Says at a field what is wrong with it. */
export function useSaidWrong(wrongs: Wrongs): SaidWrong {
  const t = useTexts(composeTexts);
  return useCallback(
    (field) =>
      wrongs[field]
        ?.map(({ code, name, reason }) => t(`wrong.${code}`, { name: name ?? '', reason: reason ?? '' }))
        .join(' '),
    [t, wrongs],
  );
}
