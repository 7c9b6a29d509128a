import { Link } from 'react-router';
import type { Fact, Why } from '@/features/why/why.model';
import { whyTexts } from '@/features/why/why.texts';
import { useTexts } from '@/shared/i18n/texts';
import { useSentence } from '@/shared/i18n/use-sentence';
import { Moment } from '@/shared/ui/moment';
import { Card } from '@/shared/ui/page';

/** What else is written down about that time, oldest first. */
export function FactsCard({ why }: { why: Why }) {
  const t = useTexts(whyTexts);
  const sentence = useSentence();
  return (
    <Card title={t('facts')}>
      {why.facts.length === 0 && <p className="soft">{t('facts.none')}</p>}
      <ol className="why-facts">
        {why.facts.map((fact, place) => (
          <li key={`${fact.at} ${fact.kind} ${place}`}>
            <span className="soft">
              <Moment at={fact.at} as="full" />
            </span>
            <p>{sentence(fact.said)}</p>
            <About fact={fact} why={why} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function About({ fact, why }: { fact: Fact; why: Why }) {
  const t = useTexts(whyTexts);
  const plan = fact.plan ?? null;
  const message = why.messages.find(({ deliveries }) => deliveries.some(({ id }) => id === fact.delivery));
  return (
    <>
      {plan !== null && (
        <small className="soft">
          {t('fact.plan')} <code>{plan}</code>
        </small>
      )}
      {message !== undefined && (
        <small>
          <Link to={`/messages/${message.id}`}>{t('fact.delivery', { title: message.title })}</Link>
        </small>
      )}
    </>
  );
}
