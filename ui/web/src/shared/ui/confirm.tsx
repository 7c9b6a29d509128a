import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { controlsTexts } from '@/shared/ui/controls.texts';
import { Trouble } from '@/shared/ui/trouble';
import '@/shared/ui/controls.css';

interface Props {
  /** What the button says that opens the question. */
  label: string;
  /** The question, which names what it is about. */
  title: string;
  /** What happens then, and what does not. */
  children?: ReactNode;
  yes: string;
  onYes: () => Promise<unknown>;
  look?: 'plain' | 'quiet' | 'danger';
  ready?: boolean;
}

/** A button that asks before it does something. */
export function Confirm(props: Props) {
  const { label, look = 'danger' } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  // what stands in it begins anew each time
  const [opened, setOpened] = useState(0);
  const open = () => {
    setOpened(opened + 1);
    dialog.current?.showModal();
  };
  const id = useId();
  return (
    <>
      <Button look={look} aria-haspopup="dialog" onClick={open}>
        {label}
      </Button>
      <dialog ref={dialog} className="dialog" aria-labelledby={id}>
        {opened > 0 && <Question key={opened} {...props} id={id} onClose={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

function Question({ id, title, children, yes, onYes, look = 'danger', ready = true, onClose }: Props & { id: string; onClose: () => void }) {
  const t = useTexts(controlsTexts);
  const doing = useMutation({ mutationFn: onYes, onSuccess: onClose });
  const go = (event: SubmitEvent) => {
    event.preventDefault();
    doing.mutate();
  };
  return (
    <form onSubmit={go} noValidate>
      <h2 id={id}>{title}</h2>
      {children}
      {doing.error !== null && <Trouble error={doing.error} />}
      <div className="row dialog-actions">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look={look === 'danger' ? 'danger' : 'primary'} submit busy={doing.isPending} disabled={!ready}>
          {yes}
        </Button>
      </div>
    </form>
  );
}
