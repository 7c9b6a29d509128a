import { messageTexts } from '@/features/messages/message.texts';
import { numbersOf, took, type Attempt, type Entry, type Inquiry, type Receipt, type Step } from '@/features/messages/story.model';
import { moment } from '@/shared/format/moment';
import { useLanguage, useTexts, type Translate } from '@/shared/i18n/texts';
import { useZone } from '@/shared/i18n/zone';

type Key = Parameters<Translate<NonNullable<(typeof messageTexts)['key']>>>[0];

const titles: Readonly<Record<string, Key>> = {
  cancelled_or_expired: 'gate.cancelled_or_expired',
  channel_usable: 'gate.channel_usable',
  suppression: 'gate.suppression',
  preference_and_quiet_hours: 'gate.preference_and_quiet_hours',
  daily_cap: 'gate.daily_cap',
  window_and_digest: 'gate.window_and_digest',
  channel_budget: 'gate.channel_budget',
  egress_pacing: 'gate.egress_pacing',
  one_at_a_time: 'gate.one_at_a_time',
  content: 'gate.content',
  grant: 'gate.grant',
};

function useGateTitle(): (gate: string) => string {
  const t = useTexts(messageTexts);
  return (gate) => {
    const key = titles[gate];
    return key === undefined ? gate : t(key);
  };
}

/** What a step rests on: who decided, by which policy and numbers, what the provider said. */
export function StepFacts({ step }: { step: Step }) {
  const { entry, attempt, receipt, inquiry, gates } = step;
  return (
    <>
      {attempt !== undefined && <AttemptFacts attempt={attempt} />}
      {receipt !== undefined && <ReceiptFacts receipt={receipt} />}
      {inquiry !== undefined && <InquiryFacts inquiry={inquiry} />}
      {entry !== undefined && <EntryFacts entry={entry} gates={gates ?? []} />}
    </>
  );
}

function AttemptFacts({ attempt }: { attempt: Attempt }) {
  const t = useTexts(messageTexts);
  return (
    <p className="step-facts">
      <span>{t('attempt.n', { n: attempt.attempt })}</span>
      <span>{attempt.called ? t('attempt.called', { ms: took(attempt) }) : t('attempt.not-called')}</span>
      <Answer code={attempt.code} text={attempt.text} label={t('attempt.answer')} />
    </p>
  );
}

function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const t = useTexts(messageTexts);
  const zone = useZone();
  const language = useLanguage();
  return (
    <>
      {receipt.disagrees && <p className="step-warning">{t('receipt.disagrees')}</p>}
      <p className="step-facts">
        {receipt.times > 1 && <span>{t('receipt.times', { count: receipt.times })}</span>}
        {typeof receipt.occurred_at === 'string' && (
          <span>{t('receipt.occurred', { at: moment(receipt.occurred_at, language, zone) })}</span>
        )}
        <Answer code={receipt.code} text={receipt.text} label={t('receipt.code')} />
      </p>
    </>
  );
}

function InquiryFacts({ inquiry }: { inquiry: Inquiry }) {
  const t = useTexts(messageTexts);
  return (
    <p className="step-facts">
      <span>{t('inquiry.n', { n: inquiry.ask })}</span>
      <Answer code={inquiry.code} text={inquiry.text} label={t('attempt.answer')} />
    </p>
  );
}

function Answer({ code, text, label }: { code: string; text: string; label: string }) {
  return code === '' && text === '' ? null : (
    <span>
      {label}
      <code>{code}</code> {text}
    </span>
  );
}

function EntryFacts({ entry, gates }: { entry: Entry; gates: readonly string[] }) {
  const t = useTexts(messageTexts);
  const gateTitle = useGateTitle();
  const numbers = numbersOf(entry);
  const decided = titles[entry.source] !== undefined;
  const policy = t('policy', { policy: entry.policy, version: entry.policy_version });
  return (
    <>
      {decided && (
        <p className="step-facts">
          <span>{t('gate', { gate: gateTitle(entry.source) })}</span>
          <span>{policy}</span>
        </p>
      )}
      <details className="step-more">
        <summary>{t(gates.length > 0 ? 'gates' : 'numbers')}</summary>
        {gates.length > 0 && (
          <ul className="step-gates">
            {gates.map((gate) => (
              <li key={gate}>
                {gateTitle(gate)} <code className="soft">{gate}</code>
              </li>
            ))}
          </ul>
        )}
        <dl className="step-numbers">
          {numbers.map(([name, value]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="step-facts">
          {!decided && <span>{policy}</span>}
          <span>{t('by', { actor: entry.actor })}</span>
          <span>
            <code>{entry.reason}</code>
          </span>
        </p>
      </details>
    </>
  );
}
