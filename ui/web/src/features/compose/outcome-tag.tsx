import { composeTexts } from '@/features/compose/compose.texts';
import type { Outcome } from '@/features/compose/forecast.model';
import { useTexts } from '@/shared/i18n/texts';
import { Tag, useStateLabel } from '@/shared/ui/state-tag';

/** What would become of it, in two words. */
export function OutcomeTag({ outcome }: { outcome: Outcome }) {
  const t = useTexts(composeTexts);
  const label = useStateLabel();
  switch (outcome.kind) {
    case 'would_end_as':
      return <Tag tone={outcome.tone}>{t('outcome.would_end_as', { state: label(outcome.state) })}</Tag>;
    case 'other':
      return <Tag tone={outcome.tone}>{outcome.text}</Tag>;
    default:
      return <Tag tone={outcome.tone}>{t(`outcome.${outcome.kind}`)}</Tag>;
  }
}
