import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type SubmitEvent } from 'react';
import { wrongForm } from '@/features/session/session.model';
import { sessionTexts } from '@/features/session/session.texts';
import { ApiError } from '@/shared/api/problem';
import { become, signIn, tellTabs } from '@/shared/api/session';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { Trouble } from '@/shared/ui/trouble';

/** The key is exchanged for a session; afterwards nothing here knows it. */
export function SignIn() {
  const t = useTexts(sessionTexts);
  const client = useQueryClient();
  const [key, setKey] = useState('');
  const [wrong, setWrong] = useState<ReturnType<typeof wrongForm>>();
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => {
      become(client, session);
      tellTabs();
    },
  });
  useEffect(() => {
    document.title = `${t('title')} · Truebell`;
  }, [t]);
  const refused = entering.error instanceof ApiError && entering.error.status === 401;
  const enter = (event: SubmitEvent) => {
    event.preventDefault();
    const found = wrongForm(key);
    setWrong(found);
    if (found === undefined) {
      entering.mutate(key.trim());
    }
  };
  return (
    <div className="sign-in card">
      <h1>{t('title')}</h1>
      <p className="soft">{t('lead')}</p>
      <form className="stack" onSubmit={enter} noValidate>
        <label className="field">
          {t('key')}
          <input
            className="input"
            type="password"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={(event) => setKey(event.target.value)}
            aria-describedby="key-hint"
            aria-invalid={wrong !== undefined || refused}
          />
        </label>
        <small id="key-hint" className="soft">
          {t('key.hint')}
        </small>
        {(wrong ?? (refused && 'refused')) && (
          <p className="trouble tone-bad" role="alert">
            {t(wrong ?? 'refused')}
          </p>
        )}
        {entering.error !== null && !refused && <Trouble error={entering.error} />}
        <Button look="primary" submit busy={entering.isPending}>
          {t('sign-in')}
        </Button>
      </form>
      <p className="soft">
        <small>{t('demo')}</small>
      </p>
    </div>
  );
}
