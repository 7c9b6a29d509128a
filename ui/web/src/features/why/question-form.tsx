import { useQuery } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { around, fromLocal, presets, toLocal, widthOf, widths, wrongIn, type Preset, type Question, type Wrong } from '@/features/why/why.model';
import { whyTexts } from '@/features/why/why.texts';
import { newestPeopleQuery } from '@/shared/api/people';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { FormField } from '@/shared/ui/form-field';

interface Props {
  /** Who was asked about, or was named by the link that led here. */
  recipient: string;
  asked: Question | undefined;
  /** What the server finds wrong with the time. */
  refused: boolean;
  busy: boolean;
  onAsk: (question: Question) => void;
}

/** Who, and roughly when. */
export function QuestionForm({ recipient, asked, refused, busy, onAsk }: Props) {
  const t = useTexts(whyTexts);
  const [who, setWho] = useState(recipient);
  const [at, setAt] = useState(() => toLocal(asked === undefined ? new Date() : new Date(asked.at)));
  const [within, setWithin] = useState<string>(asked?.within ?? widthOf(null));
  const [wrong, setWrong] = useState<Wrong>({});
  const ask = (time: string, width: string) => {
    const found = wrongIn(who, time);
    setWrong(found);
    const instant = fromLocal(time);
    if (Object.keys(found).length === 0 && instant !== undefined) {
      onAsk({ recipient: who.trim(), at: instant, within: width });
    }
  };
  const take = (preset: Preset) => {
    const time = around(preset, new Date());
    setAt(toLocal(time.at));
    setWithin(time.within);
    ask(toLocal(time.at), time.within);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask(at, within);
  };
  const offered: readonly string[] = widths.some((width) => width === within) ? widths : [within, ...widths];
  return (
    <form className="card why-form" onSubmit={submit} noValidate>
      <Who value={who} onChange={setWho} wrong={wrong.recipient === undefined ? undefined : t(wrong.recipient)} />
      <FormField label={t('when')} wrong={wrong.at === undefined ? (refused ? t('at.wrong') : undefined) : t(wrong.at)}>
        {(wiring) => <input {...wiring} className="input" type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />}
      </FormField>
      <FormField label={t('within')}>
        {(wiring) => (
          <select {...wiring} className="input" value={within} onChange={(event) => setWithin(event.target.value)}>
            {offered.map((width) => (
              <option key={width} value={width}>
                {widths.some((known) => known === width) ? t(`within.${widthOf(width)}`) : width}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <div className="row apart why-actions">
        <div className="row" role="group" aria-label={t('presets')}>
          {presets.map((preset) => (
            <Button key={preset} onClick={() => take(preset)}>
              {t(`preset.${preset}`)}
            </Button>
          ))}
        </div>
        <Button look="primary" submit busy={busy}>
          {t('ask')}
        </Button>
      </div>
    </form>
  );
}

function Who({ value, onChange, wrong }: { value: string; onChange: (who: string) => void; wrong: string | undefined }) {
  const t = useTexts(whyTexts);
  const list = useId();
  const people = useQuery({ ...newestPeopleQuery, retry: false });
  return (
    <FormField label={t('who')} hint={t('who.hint')} wrong={wrong}>
      {(wiring) => (
        <>
          <input
            {...wiring}
            className="input"
            list={list}
            autoFocus={value === ''}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={list}>
            {(people.data ?? []).map((person) => (
              <option key={person.external_id} value={person.external_id} />
            ))}
          </datalist>
        </>
      )}
    </FormField>
  );
}
