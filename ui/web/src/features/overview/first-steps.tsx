import { Link } from 'react-router';
import { nextStep, steps, type Step, type Steps } from '@/features/overview/overview.model';
import { overviewTexts } from '@/features/overview/overview.texts';
import { useTexts } from '@/shared/i18n/texts';
import { Card } from '@/shared/ui/page';

const place: Record<Step, string> = {
  channel_account: '/channels',
  recipient: '/recipients',
  endpoint: '/recipients',
  message: '/compose',
  accepted: '/messages',
};

/** The way to the first accepted message, instead of charts of nothing. */
export function FirstSteps({ done }: { done: Steps }) {
  const t = useTexts(overviewTexts);
  const next = nextStep(done);
  return (
    <Card title={t('first')}>
      <p className="soft">{t('first.lead')}</p>
      <ol className="first-steps">
        {steps.map((step) => (
          <li key={step} className={done[step] ? 'first-done' : ''} aria-current={step === next ? 'step' : undefined}>
            <span className="first-mark" aria-hidden="true">
              {done[step] ? '✓' : ''}
            </span>
            <div>
              <Link to={place[step]}>{t(`first.${step}`)}</Link>{' '}
              <small className="soft">({t(done[step] ? 'first.done' : 'first.open')})</small>
              <p className="soft">{t(`first.${step}.what`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
