import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTexts } from '@/shared/i18n/texts';
import { sharedTexts } from '@/shared/ui/shared.texts';

/** Says that the browser has no connection, as long as it has none. */
export function Offline() {
  const t = useTexts(sharedTexts);
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status" aria-live="polite">
      {!online && <p className="trouble tone-doubt">{t('offline')}</p>}
    </div>
  );
}
