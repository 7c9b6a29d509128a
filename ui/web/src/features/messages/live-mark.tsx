import { messagesTexts } from '@/features/messages/messages.texts';
import { useTexts } from '@/shared/i18n/texts';
import { useLiveState, type LiveState } from '@/shared/live/live';
import type { Tone } from '@/shared/ui/state-tag';

const toneOfLive: Record<LiveState, Tone> = { live: 'good', connecting: 'none', away: 'doubt' };

/** Whether what is seen follows by itself. */
export function LiveMark() {
  const t = useTexts(messagesTexts);
  const state = useLiveState();
  return (
    <span role="status" className={`live live-${toneOfLive[state]}`} title={t(`${state}.title`)}>
      {t(state)}
    </span>
  );
}
