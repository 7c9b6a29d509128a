import type { Wire } from '@/shared/api/client';
import { useTexts } from '@/shared/i18n/texts';
import { sharedTexts } from '@/shared/ui/shared.texts';

export type DeliveryState = Wire['DeliveryView']['state'];
export type Tone = 'good' | 'sent' | 'wait' | 'doubt' | 'bad' | 'none';

/** Green is only what is proved to have arrived: accepted is not. */
export const toneOf: Record<DeliveryState, Tone> = {
  QUEUED: 'wait',
  CLAIMED: 'wait',
  ACCEPTED: 'sent',
  DELIVERED: 'good',
  UNDELIVERED: 'bad',
  REJECTED: 'bad',
  FAILED: 'bad',
  UNKNOWN: 'doubt',
  MERGED: 'none',
  DEGRADED: 'none',
  SUPPRESSED: 'none',
  CANCELLED: 'none',
  EXPIRED: 'none',
  INBOX_ONLY: 'none',
};

export const states = Object.keys(toneOf) as DeliveryState[];

export function isState(text: string): text is DeliveryState {
  return text in toneOf;
}

export function useStateLabel(): (state: DeliveryState) => string {
  const t = useTexts(sharedTexts);
  return (state) => t(`state.${state}`);
}

export function StateTag({ state, sandbox = false }: { state: DeliveryState; sandbox?: boolean }) {
  const label = useStateLabel();
  return (
    <>
      <Tag tone={toneOf[state]}>{label(state)}</Tag>
      {sandbox && <SandboxMark />}
    </>
  );
}

export function Tag({ tone, children, title }: { tone: Tone; children: string; title?: string }) {
  return (
    <span className={`state tone-${tone}`} title={title}>
      {children}
    </span>
  );
}

export function SandboxMark() {
  const t = useTexts(sharedTexts);
  return (
    <span className="sandbox" title={t('sandbox.title')}>
      {t('sandbox')}
    </span>
  );
}
