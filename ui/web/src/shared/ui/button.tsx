import type { ButtonHTMLAttributes } from 'react';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> & {
  look?: 'plain' | 'primary' | 'quiet' | 'danger';
  /** Something that it began is under way. */
  busy?: boolean;
  submit?: boolean;
};

/** A button of pages that need no Ant Design. */
export function Button({ look = 'plain', busy = false, submit = false, disabled, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      className={`button button-${look}`}
      disabled={disabled === true || busy}
      aria-busy={busy}
    />
  );
}
