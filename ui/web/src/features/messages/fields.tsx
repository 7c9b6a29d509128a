import { useEffect, useState } from 'react';
import type { Change } from '@/features/messages/filters';
import { fromLocal, toLocal, type Filter } from '@/features/messages/filter.model';
import { messagesTexts } from '@/features/messages/messages.texts';
import { useTexts } from '@/shared/i18n/texts';

/** How long after the last letter a text counts; Enter is quicker. */
const PAUSE = 400;

interface TextProps {
  name: 'q' | 'recipient' | 'subject' | 'reason' | 'type';
  label: string;
  filter: Filter;
  onChange: Change;
  hint?: string;
  search?: boolean;
  proposals?: readonly string[];
}

/** A text that applies on Enter, on leaving it, or a moment after the last letter. */
export function Text({ name, label, filter, onChange, hint, search = false, proposals = [] }: TextProps) {
  const applied = filter[name] ?? '';
  const [draft, setDraft] = useState(applied);
  const [seen, setSeen] = useState(applied);
  if (applied !== seen) {
    setSeen(applied);
    if (applied !== draft.trim()) {
      setDraft(applied);
    }
  }
  useEffect(() => {
    if (draft.trim() === applied) {
      return undefined;
    }
    const timer = setTimeout(() => onChange({ [name]: draft }), PAUSE);
    return () => clearTimeout(timer);
  }, [draft, applied, name, onChange]);
  const apply = () => {
    if (draft.trim() !== applied) {
      onChange({ [name]: draft });
    }
  };
  return (
    <label className={search ? 'field filter-field filter-search' : 'field filter-field'}>
      {label}
      <input
        className="input"
        type={search ? 'search' : 'text'}
        value={draft}
        placeholder={hint}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        list={proposals.length > 0 ? `filter-${name}` : undefined}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
      />
      {proposals.length > 0 && (
        <datalist id={`filter-${name}`}>
          {proposals.map((proposal) => (
            <option key={proposal} value={proposal} />
          ))}
        </datalist>
      )}
    </label>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
}

export function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const t = useTexts(messagesTexts);
  const unknown = value !== '' && !options.some(([option]) => option === value);
  return (
    <label className="field filter-field">
      {label}
      <select className="input" value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{t('any')}</option>
        {unknown && <option value={value}>{value}</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface WhenProps {
  name: 'from' | 'to';
  label: string;
  filter: Filter;
  onChange: Change;
}

/** A time in the reader's zone. */
export function When({ name, label, filter, onChange }: WhenProps) {
  return (
    <label className="field filter-field">
      {label}
      <input
        className="input"
        type="datetime-local"
        value={toLocal(filter[name])}
        onChange={(event) => onChange({ [name]: fromLocal(event.target.value) })}
      />
    </label>
  );
}
