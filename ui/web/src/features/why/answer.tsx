import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { alike, type Question, type Why } from '@/features/why/why.model';
import { whyTexts } from '@/features/why/why.texts';
import { newestPeopleQuery } from '@/shared/api/people';
import { moment } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { isElsewhere } from '@/shared/i18n/zone';
import { useSentence } from '@/shared/i18n/use-sentence';
import { Button } from '@/shared/ui/button';

/** The answer itself, as big as what people came for. */
export function Answer({ why, lead, onMeant }: { why: Why; lead: boolean; onMeant: (recipient: string) => void }) {
  const t = useTexts(whyTexts);
  const language = useLanguage();
  const sentence = useSentence();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (lead) {
      place.current?.focus();
    }
  }, [lead]);
  const { recipient } = why;
  const zone = recipient.zone ?? undefined;
  const person = encodeURIComponent(recipient.external_id);
  return (
    <section ref={place} tabIndex={-1} className="card why-answer" aria-labelledby="why-answer">
      <h2 id="why-answer">{t('answer')}</h2>
      <p className="why-said">{sentence(why.answer)}</p>
      <p className="soft">
        {t('asked', { who: recipient.external_id, from: moment(why.from, language, zone), to: moment(why.to, language, zone) })}{' '}
        {isElsewhere(zone) && t('zone', { zone })}
      </p>
      <div className="row apart">
        {recipient.known ? (
          <span className="row">
            <Link to={`/recipients/${person}`}>{t('person')}</Link>
            <Link to={`/messages?recipient=${person}`}>{t('list')}</Link>
          </span>
        ) : (
          <Meant id={recipient.external_id} onMeant={onMeant} />
        )}
        <Share />
      </div>
    </section>
  );
}

function Meant({ id, onMeant }: { id: string; onMeant: (recipient: Question['recipient']) => void }) {
  const t = useTexts(whyTexts);
  const people = useQuery({ ...newestPeopleQuery, retry: false });
  const close = alike(
    id,
    (people.data ?? []).map((person) => person.external_id),
  );
  return (
    <span className="row">
      {close.length > 0 && <span>{t('meant')}</span>}
      {close.map((other) => (
        <Button key={other} onClick={() => onMeant(other)}>
          {other}
        </Button>
      ))}
      <Link to="/recipients">{t('people')}</Link>
    </span>
  );
}

function Share() {
  const t = useTexts(whyTexts);
  const [said, setSaid] = useState<'shared' | 'unshared'>();
  // a page without https may not use the clipboard
  const copy = () => {
    const copying = window.isSecureContext ? navigator.clipboard.writeText(location.href) : Promise.reject(new Error('no clipboard'));
    copying.then(
      () => setSaid('shared'),
      () => setSaid('unshared'),
    );
  };
  return (
    <span className="row">
      <Button onClick={copy}>{t('share')}</Button>
      <span role="status" className="soft">
        {said !== undefined && t(said)}
      </span>
    </span>
  );
}
