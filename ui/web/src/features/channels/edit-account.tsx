import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { AccountFields } from '@/features/channels/account-form';
import { changeOf, draftOfAccount, type AccountMistakes } from '@/features/channels/account.model';
import { accountTexts } from '@/features/channels/account.texts';
import { accountQuery, changeAccount } from '@/features/channels/channels.api';
import { fieldsOf } from '@/features/channels/schema.model';
import { accountsQuery, type Account, type Channel } from '@/shared/api/channels';
import { ApiError } from '@/shared/api/problem';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';

/** The form of an account as it was read; it stays so while others change it, and says so when it is saved. */
export function EditAccount({ account: stored, channel }: { account: Account; channel: Channel }) {
  const t = useTexts(accountTexts);
  const client = useQueryClient();
  const fields = fieldsOf(channel.settings_schema, useLanguage());
  const [seen, setSeen] = useState(stored);
  const [draft, setDraft] = useState(() => draftOfAccount(stored, fields));
  const [mistakes, setMistakes] = useState<AccountMistakes>({});
  const begin = (account: Account) => {
    setSeen(account);
    setDraft(draftOfAccount(account, fields));
    setMistakes({});
  };
  const saving = useMutation({
    mutationFn: (change: Parameters<typeof changeAccount>[1]) => changeAccount(seen.id, change),
    onSuccess: (account) => {
      client.setQueryData(accountQuery(account.id).queryKey, account);
      begin(account);
      return client.invalidateQueries({ queryKey: accountsQuery.queryKey });
    },
  });
  const reload = useMutation({
    mutationFn: () => client.query({ ...accountQuery(seen.id), staleTime: 0 }),
    onSuccess: (account) => {
      begin(account);
      saving.reset();
    },
  });
  const conflict = saving.error instanceof ApiError && saving.error.code === 'version_conflict';
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const { change, mistakes: found } = changeOf(seen, draft, fields);
    setMistakes(found);
    saving.reset();
    if (Object.keys(found).length === 0) {
      saving.mutate(change);
    }
  };
  return (
    <form className="form" onSubmit={save} noValidate>
      {seen.sandbox && <p className="soft group-lead">{t('sandbox.is')}</p>}
      <AccountFields
        channel={channel}
        account={seen}
        fields={fields}
        draft={draft}
        mistakes={mistakes}
        error={conflict ? null : saving.error}
        onChange={(change) => {
          if (saving.isSuccess) saving.reset();
          setDraft({ ...draft, ...change });
        }}
      />
      {conflict && (
        <div className="trouble tone-doubt" role="alert">
          <p>{t('conflict')}</p>
          <Button busy={reload.isPending} onClick={() => reload.mutate()}>
            {t('reload')}
          </Button>
        </div>
      )}
      <div className="row">
        <Button look="primary" submit busy={saving.isPending}>
          {t('save')}
        </Button>
        <Notice>{saving.isSuccess && t('saved')}</Notice>
      </div>
    </form>
  );
}
