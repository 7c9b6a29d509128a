import { useEffect, type ReactNode } from 'react';

/** What every page is: a title that the tab shows too, what it is about, what can be done. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Truebell`;
  }, [title]);
  return (
    <div className="page stack">
      <header className="row apart">
        <div>
          <h1>{title}</h1>
          {lead !== undefined && <p className="soft lead">{lead}</p>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with its heading. */
export function Card({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="card">
      {title !== undefined && (
        <div className="row apart">
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

/** Nothing is there, why, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty" role="status">
      <p className="empty-title">{title}</p>
      {children !== undefined && <div className="soft">{children}</div>}
    </div>
  );
}
