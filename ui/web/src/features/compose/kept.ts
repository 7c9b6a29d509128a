import { begun, revived, type Draft } from '@/features/compose/draft.model';
import { isObject, secretive } from '@/features/compose/payload.model';

const KEPT = 'truebell.compose';

/** Whose draft it is, and the address that began it: another's is not shown. */
export interface Owner {
  who: string;
  address: string;
}

/** What of a draft may be kept while the tab is open: no secrets, as far as their names tell. */
export function keepable(draft: Draft): Draft {
  return secretive(draft.raw) ? { ...draft, raw: '', key: '' } : draft;
}

export function keep(owner: Owner, draft: Draft): void {
  sessionStorage.setItem(KEPT, JSON.stringify({ ...owner, draft: keepable(draft) }));
}

export function forget(): void {
  sessionStorage.removeItem(KEPT);
}

/** What was typed before the page was loaded again, else what its address begins. */
export function recall({ who, address }: Owner): Draft {
  const kept = read();
  const same = kept?.['who'] === who && kept['address'] === address;
  return (same ? revived(kept['draft']) : undefined) ?? begun(new URLSearchParams(address));
}

function read(): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
