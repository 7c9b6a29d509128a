import { queryOptions } from '@tanstack/react-query';
import { api, body, type Wire } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';

export type Session = Wire['WhoAmIView'];

/** Who is signed in; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await body(api.GET('/v1/session', { signal }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        return null;
      }
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

/** Exchanges a key for a session; the key is not kept. */
export function signIn(key: string): Promise<Session> {
  return body(api.POST('/v1/session', { body: { key } }));
}

export function signOut(): Promise<unknown> {
  return body(api.DELETE('/v1/session'));
}
