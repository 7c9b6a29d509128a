import { useId, type ReactNode } from 'react';
import '@/shared/ui/controls.css';

interface Wiring {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

interface Props {
  label: string;
  hint?: ReactNode;
  wrong?: string | undefined;
  children: (wiring: Wiring) => ReactNode;
}

function wired(id: string, { hint, wrong }: Props): Wiring {
  const about = [hint === undefined ? '' : `${id}-hint`, wrong === undefined ? '' : `${id}-wrong`].filter(Boolean).join(' ');
  return {
    id,
    ...(about === '' ? {} : { 'aria-describedby': about }),
    ...(wrong === undefined ? {} : { 'aria-invalid': true as const }),
  };
}

function Notes({ id, hint, wrong }: { id: string; hint?: ReactNode; wrong?: string | undefined }) {
  return (
    <>
      {hint !== undefined && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
      {wrong !== undefined && (
        <span id={`${id}-wrong`} className="field-wrong">
          {wrong}
        </span>
      )}
    </>
  );
}

/** A label, its control, what helps to fill it in, and what is wrong with it. */
export function FormField(props: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      {props.children(wired(id, props))}
      <Notes id={id} hint={props.hint} wrong={props.wrong} />
    </div>
  );
}

/** A box to tick with its label beside it. */
export function CheckField({
  checked,
  onChange,
  disabled = false,
  ...about
}: Omit<Props, 'children'> & { checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean }) {
  const id = useId();
  return (
    <div className="check">
      <input
        type="checkbox"
        {...wired(id, { ...about, children: () => null })}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{about.label}</label>
      <Notes id={id} hint={about.hint} wrong={about.wrong} />
    </div>
  );
}
