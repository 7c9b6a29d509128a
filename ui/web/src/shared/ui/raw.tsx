import { useTexts } from '@/shared/i18n/texts';
import { sharedTexts } from '@/shared/ui/shared.texts';

/** What the API said, one click away. */
export function Raw({ data, title }: { data: unknown; title?: string }) {
  const t = useTexts(sharedTexts);
  return (
    <details>
      <summary>{title ?? t('raw')}</summary>
      <pre className="raw" tabIndex={0}>
        {JSON.stringify(data, null, 2)}
      </pre>
    </details>
  );
}
