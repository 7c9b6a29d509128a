import { queryOptions } from '@tanstack/react-query';
import { requestOf, type Draft } from '@/features/compose/draft.model';
import type { Rehearsal } from '@/features/compose/forecast.model';
import { api, body, type Wire } from '@/shared/api/client';

export type Accepted = Wire['NotificationView'];
export type Route = Wire['RouteView'];

/** What would happen; nothing is written. */
export function rehearse(draft: Draft): Promise<Rehearsal> {
  return body(api.POST('/v1/notifications:explain', { body: requestOf(draft) }));
}

/** Hands it in. The same content with the same key is taken once, however often it is handed in. */
export function send(draft: Draft): Promise<Accepted> {
  return body(api.POST('/v1/notifications', { params: { header: { 'Idempotency-Key': draft.key } }, body: requestOf(draft) }));
}

/** What a tenant has routes for; also a list of types that are in use. */
export const routesQuery = queryOptions({
  queryKey: ['routes'],
  queryFn: async ({ signal }): Promise<Route[]> => (await body(api.GET('/v1/routes', { signal }))).items,
  staleTime: 60_000,
  retry: false,
});
