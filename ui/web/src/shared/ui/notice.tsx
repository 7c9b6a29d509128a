import type { ReactNode } from 'react';
import type { Tone } from '@/shared/ui/state-tag';
import '@/shared/ui/controls.css';

/** Says what was done. The place stays, so that screen readers hear what appears in it. */
export function Notice({ tone = 'sent', children }: { tone?: Tone; children?: ReactNode }) {
  const empty = children === undefined || children === false || children === null;
  return <div role="status">{!empty && <p className={`notice tone-${tone}`}>{children}</p>}</div>;
}
