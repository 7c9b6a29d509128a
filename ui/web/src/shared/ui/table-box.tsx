import type { ReactNode } from 'react';
import '@/shared/ui/controls.css';

/** A table that scrolls by itself where it is too wide; its caption says what it counts. */
export function TableBox({ caption, heads, children }: { caption: string; heads: readonly { name: string; figure?: boolean }[]; children: ReactNode }) {
  return (
    <div className="table-box" tabIndex={0} role="region" aria-label={caption}>
      <table className="table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map(({ name, figure = false }) => (
              <th key={name} scope="col" className={figure ? 'figure' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
