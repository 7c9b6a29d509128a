import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, body, expectTenant, type Wire } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';

export type Session = Wire['WhoAmIView'];

/** Who is signed in; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return shown(await body(api.GET('/v1/session', { signal })));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        return null;
      }
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

let showing: string | undefined;

/** Nothing of one tenant stays on a page that shows another. */
function shown(session: Session): Session {
  if (showing !== undefined && showing !== session.id) {
    location.reload();
  }
  showing = session.id;
  expectTenant(session.id);
  return session;
}

const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('truebell.session');

/** From now on this is who is signed in. Whatever somebody else was shown is forgotten. */
export function become(client: QueryClient, session: Session | null): void {
  showing = session?.id;
  expectTenant(session?.id);
  client.setQueryData(sessionQuery.queryKey, session);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] });
}

/** Lets the other tabs know; they ask for themselves. */
export function tellTabs(): void {
  tabs?.postMessage('changed');
}

export function onOtherTab(listener: () => void): () => void {
  tabs?.addEventListener('message', listener);
  return () => tabs?.removeEventListener('message', listener);
}

/** Exchanges a key for a session; the key is not kept. */
export function signIn(key: string): Promise<Session> {
  return body(api.POST('/v1/session', { body: { key } }));
}

export function signOut(): Promise<unknown> {
  return body(api.DELETE('/v1/session'));
}
