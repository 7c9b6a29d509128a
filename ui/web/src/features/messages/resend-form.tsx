import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { actionsTexts } from '@/features/messages/actions.texts';
import { refreshMessage, resend } from '@/features/messages/message.api';
import type { Wire } from '@/shared/api/client';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { Trouble } from '@/shared/ui/trouble';

interface Props {
  delivery: string;
  /** It may have arrived already. */
  doubt: boolean;
  /** It is the wisest thing to do. */
  first: boolean;
  onDone: (done: Wire['ResendView']) => void;
}

function freshKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Sends a delivery again: says what that means, asks why, and for a word where it may arrive twice. */
export function ResendForm({ delivery, doubt, first, onDone }: Props) {
  const t = useTexts(actionsTexts);
  const id = useId();
  const client = useQueryClient();
  const [key, setKey] = useState<string>();
  const [reason, setReason] = useState('');
  const [accepts, setAccepts] = useState(false);
  const [tried, setTried] = useState(false);
  const sending = useMutation({
    mutationFn: resend,
    onSuccess: onDone,
    // a refusal, too, tells that something is other than what is shown
    onSettled: () => refreshMessage(client),
  });
  if (key === undefined) {
    return (
      <Button look={first ? 'primary' : 'plain'} onClick={() => setKey(freshKey())}>
        {t(first ? 'resend' : 'resend.anyway')}
      </Button>
    );
  }
  const noReason = reason.trim() === '';
  const noWord = doubt && !accepts;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (!noReason && !noWord) {
      sending.mutate({ delivery, reason: reason.trim(), duplicateAcceptable: doubt && accepts, key });
    }
  };
  return (
    <form className="stack action-form" onSubmit={send} noValidate>
      <p className="soft">{t('resend.what')}</p>
      <label className="field">
        {t('reason')}
        <input
          className="input"
          autoFocus
          value={reason}
          maxLength={200}
          aria-invalid={tried && noReason}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <small id={`${id}-hint`} className="soft">
        {t('reason.hint')}
      </small>
      {doubt && (
        <label className="check">
          <input type="checkbox" checked={accepts} aria-invalid={tried && noWord} onChange={(event) => setAccepts(event.target.checked)} />
          {t('duplicate')}
        </label>
      )}
      {tried && (noReason || noWord) && (
        <p className="trouble tone-bad" role="alert">
          {t(noReason ? 'reason.missing' : 'duplicate.missing')}
        </p>
      )}
      {sending.error !== null && <Trouble error={sending.error} />}
      <div className="row">
        <Button look="primary" submit busy={sending.isPending}>
          {t('resend.do')}
        </Button>
        <Button look="quiet" onClick={() => setKey(undefined)}>
          {t('dismiss')}
        </Button>
      </div>
    </form>
  );
}
