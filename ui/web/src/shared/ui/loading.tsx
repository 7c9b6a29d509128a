import { useTexts } from '@/shared/i18n/texts';
import { sharedTexts } from '@/shared/ui/shared.texts';

/** Lines where text is going to be. */
export function Loading({ rows = 4 }: { rows?: number }) {
  const t = useTexts(sharedTexts);
  return (
    <div role="status" aria-label={t('loading')} className="skeleton">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} style={{ width: `${row === rows - 1 ? 55 : 92 - ((row * 17) % 23)}%` }} />
      ))}
    </div>
  );
}
