import { Link, useSearchParams } from 'react-router';
import '@/shared/ui/controls.css';

/** The part of a page that its address names; the first when it names none. */
export function usePart<P extends string>(parts: readonly P[], first: P): P {
  const [search] = useSearchParams();
  const named = search.get('part');
  return parts.find((part) => part === named) ?? first;
}

/** Links to a page's parts. */
export function Parts<P extends string>({ label, parts, now, name }: { label: string; parts: readonly P[]; now: P; name: (part: P) => string }) {
  return (
    <nav className="parts" aria-label={label}>
      <ul>
        {parts.map((part) => (
          <li key={part}>
            <Link to={{ search: `?part=${part}` }} aria-current={part === now ? 'page' : undefined} preventScrollReset>
              {name(part)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
