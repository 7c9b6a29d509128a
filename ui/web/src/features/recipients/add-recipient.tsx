import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { WhereaboutsForm, type Whereabouts } from '@/features/recipients/recipient-form';
import { addRecipient, recipientsQuery } from '@/features/recipients/recipients.api';
import { pageOf, wrongId } from '@/features/recipients/recipients.model';
import { recipientsTexts } from '@/features/recipients/recipients.texts';
import { newestPeopleQuery } from '@/shared/api/people';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { FormField } from '@/shared/ui/form-field';
import { useWrong } from '@/shared/ui/form-trouble';

/** Adds somebody; one who is there already is not overwritten by mistake. */
export function AddRecipient() {
  const t = useTexts(recipientsTexts);
  const client = useQueryClient();
  const go = useNavigate();
  const language = useLanguage();
  const [id, setId] = useState('');
  const [form, setForm] = useState<ReturnType<typeof wrongId>>();
  const adding = useMutation({
    mutationFn: (whereabouts: Whereabouts) => addRecipient(id.trim(), whereabouts),
    onSuccess: async (added) => {
      if (added === 'exists') return;
      await client.invalidateQueries({ queryKey: recipientsQuery.queryKey });
      await client.invalidateQueries({ queryKey: newestPeopleQuery.queryKey });
      await go(pageOf(id.trim()));
    },
  });
  const refused = useWrong(adding.error);
  const add = (whereabouts: Whereabouts) => {
    const found = wrongId(id);
    setForm(found);
    if (found === undefined) adding.mutate(whereabouts);
  };
  const wrong = form === undefined ? refused('external_id') : t(form === 'required' ? 'open.required' : 'open.wrong');
  return (
    <WhereaboutsForm
      initial={{ zone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: language === 'zh' ? 'zh-CN' : 'en-GB' }}
      busy={adding.isPending}
      error={adding.error}
      doing={t('add')}
      onSave={add}
    >
      <FormField label={t('id')} hint={t('id.hint')} wrong={wrong}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            autoComplete="off"
            spellCheck={false}
            value={id}
            onChange={(event) => {
              setId(event.target.value);
              adding.reset();
            }}
          />
        )}
      </FormField>
      {adding.data === 'exists' && (
        <p className="notice tone-doubt" role="alert">
          {t('exists', { id: id.trim() })} <Link to={pageOf(id.trim())}>{t('exists.open', { id: id.trim() })}</Link>
        </p>
      )}
    </WhereaboutsForm>
  );
}
