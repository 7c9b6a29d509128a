import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { composeTexts } from '@/features/compose/compose.texts';
import { recipientsOf, withRecipient } from '@/features/compose/draft.model';
import { newestPeopleQuery } from '@/shared/api/people';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { FormField } from '@/shared/ui/form-field';

/** A pasted list, or one after the other with suggestions. */
export function RecipientsField({ value, onChange, wrong }: { value: string; onChange: (recipients: string) => void; wrong: string | undefined }) {
  const t = useTexts(composeTexts);
  const many = recipientsOf(value).length;
  return (
    <>
      <FormField
        label={t('recipients')}
        wrong={wrong}
        hint={
          <>
            {t('recipients.hint')} {many > 0 && <strong>{t('recipients.count', { count: many })}</strong>}
          </>
        }
      >
        {(wiring) => <textarea {...wiring} className="input" rows={3} spellCheck={false} value={value} onChange={(event) => onChange(event.target.value)} />}
      </FormField>
      <OneMore onAdd={(id) => onChange(withRecipient(value, id))} />
    </>
  );
}

function OneMore({ onAdd }: { onAdd: (id: string) => void }) {
  const t = useTexts(composeTexts);
  const list = useId();
  const people = useQuery({ ...newestPeopleQuery, retry: false });
  const [id, setId] = useState('');
  const add = () => {
    if (id.trim() !== '') {
      onAdd(id.trim());
      setId('');
    }
  };
  return (
    <FormField label={t('recipients.add')}>
      {(wiring) => (
        <span className="compose-add">
          <input
            {...wiring}
            className="input"
            list={list}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={id}
            onChange={(event) => setId(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                event.preventDefault();
                add();
              }
            }}
          />
          <datalist id={list}>
            {(people.data ?? []).map((person) => (
              <option key={person.external_id} value={person.external_id} />
            ))}
          </datalist>
          <Button onClick={add}>{t('add')}</Button>
        </span>
      )}
    </FormField>
  );
}
