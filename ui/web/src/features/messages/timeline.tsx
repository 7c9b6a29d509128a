import { messageTexts } from '@/features/messages/message.texts';
import { StepFacts } from '@/features/messages/step-facts';
import { readable } from '@/features/messages/row.model';
import type { Step } from '@/features/messages/story.model';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { useZone } from '@/shared/i18n/zone';
import { Moment } from '@/shared/ui/moment';

/** What happened, one thing after the other. */
export function Timeline({ steps, label }: { steps: readonly Step[]; label: string }) {
  const t = useTexts(messageTexts);
  return (
    <ol className="timeline" aria-label={label}>
      {steps.map((step) => (
        <li key={step.key} className={`step step-${step.tone}`}>
          <div className="step-head">
            <strong>{t(`kind.${step.kind}`)}</strong>
            <span className="soft">
              <Moment at={step.at} as="full" />
            </span>
          </div>
          <p className="step-sentence">
            <Sentence step={step} />
          </p>
          <StepFacts step={step} />
        </li>
      ))}
    </ol>
  );
}

const RECEIPTS = ['delivered', 'undelivered', 'progress'] as const;
const ANSWERS = ['delivered', 'undelivered', 'progress', 'not_found', 'no_answer'] as const;

function Sentence({ step }: { step: Step }) {
  const t = useTexts(messageTexts);
  const language = useLanguage();
  const zone = useZone();
  const { gates, sentence, receipt, inquiry, attempt } = step;
  if (gates !== undefined) {
    return t('passed', { count: gates.length });
  }
  if (sentence !== undefined) {
    return readable(sentence[language], language, zone);
  }
  if (receipt !== undefined) {
    const status = RECEIPTS.find((known) => known === receipt.status) ?? 'progress';
    return t(`receipt.${status}`, { source: receipt.source });
  }
  if (inquiry !== undefined) {
    return t(`inquiry.${ANSWERS.find((known) => known === inquiry.answer) ?? 'no_answer'}`);
  }
  return attempt === undefined ? null : t('attempt.none', { n: attempt.attempt, outcome: attempt.outcome });
}
