import { queryOptions } from '@tanstack/react-query';
import { api, body, type Wire } from '@/shared/api/client';

export type Recipient = Wire['RecipientView'];
export type Endpoint = Wire['EndpointView'];

/** Everything that is kept of one person begins with this. */
export const personKey = (id: string) => ['recipients', 'one', id] as const;

/** The newest people, e.g. to suggest some: the API has no search for them. */
export const newestPeopleQuery = queryOptions({
  queryKey: ['recipients', 'newest'],
  queryFn: async ({ signal }): Promise<Recipient[]> => (await body(api.GET('/v1/recipients', { signal, params: { query: { limit: 100 } } }))).items,
  staleTime: 60_000,
});

/** The person's zone, in which what is said of their messages tells times. */
export const zoneQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'zone'],
    queryFn: async ({ signal }): Promise<string> =>
      (await body(api.GET('/v1/recipients/{external_id}', { signal, params: { path: { external_id: id } } }))).zone,
    staleTime: 60_000,
    retry: false,
  });

export const endpointsQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'endpoints'],
    queryFn: async ({ signal }): Promise<Endpoint[]> =>
      (await body(api.GET('/v1/recipients/{external_id}/endpoints', { signal, params: { path: { external_id: id } } }))).items,
  });

/** Says whether an address is known to reach its person. */
export function setVerified(id: string, endpoint: string, status: 'verified' | 'unverified'): Promise<Endpoint> {
  return body(
    api.PATCH('/v1/recipients/{external_id}/endpoints/{endpoint_id}', {
      params: { path: { external_id: id, endpoint_id: endpoint } },
      body: { status },
    }),
  );
}
