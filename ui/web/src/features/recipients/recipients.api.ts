import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { grantAnswer, type GrantAnswer } from '@/features/recipients/grants.model';
import { api, body, type Wire } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';
import { personKey, type Endpoint, type Recipient } from '@/shared/api/people';
import { byCursor } from '@/shared/ui/pages';

export type InboxItem = Wire['InboxItemView'];
export type Balance = Wire['GrantBalanceView'];
export type Calm = Wire['CalmReportView'];
export type QuietHours = Wire['QuietHoursView'];
export type Digest = Wire['DigestView'];
export type Suppression = Wire['SuppressionView'];
export type Plan = Wire['PlanView'];
export type Filter = 'current' | 'unread' | 'archived';

const of = (id: string) => ({ external_id: id });

export const recipientsQuery = infiniteQueryOptions({
  queryKey: ['recipients', 'list'],
  queryFn: ({ signal, pageParam }) => body(api.GET('/v1/recipients', { signal, params: { query: { limit: 50, cursor: pageParam } } })),
  ...byCursor,
});

export const recipientQuery = (id: string) =>
  queryOptions({
    queryKey: personKey(id),
    queryFn: ({ signal }): Promise<Recipient> => body(api.GET('/v1/recipients/{external_id}', { signal, params: { path: of(id) } })),
  });

export const inboxQuery = (id: string, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...personKey(id), 'inbox', filter],
    queryFn: ({ signal, pageParam }) =>
      body(api.GET('/v1/recipients/{external_id}/inbox', { signal, params: { path: of(id), query: { filter, limit: 30, cursor: pageParam } } })),
    ...byCursor,
  });

export const badgeQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'inbox', 'badge'],
    queryFn: async ({ signal }): Promise<number> =>
      (await body(api.GET('/v1/recipients/{external_id}/inbox/badge', { signal, params: { path: of(id) } }))).unread,
  });

export const grantsQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'grants'],
    queryFn: async ({ signal }): Promise<Balance[]> =>
      (await body(api.GET('/v1/recipients/{external_id}/grants', { signal, params: { path: of(id) } }))).items,
  });

export const grantHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...personKey(id), 'grants', 'history'],
    queryFn: async ({ signal, pageParam }): Promise<{ items: GrantAnswer[]; next_cursor?: string | null }> => {
      const query = { limit: 20, cursor: pageParam };
      const page = await body(api.GET('/v1/recipients/{external_id}/grants/history', { signal, params: { path: of(id), query } }));
      return { items: page.items.map(grantAnswer), next_cursor: page.next_cursor };
    },
    ...byCursor,
  });

export const calmQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'calm'],
    queryFn: ({ signal }): Promise<Calm> => body(api.GET('/v1/recipients/{external_id}/calm', { signal, params: { path: of(id) } })),
  });

export const quietHoursQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'quiet-hours'],
    queryFn: ({ signal }): Promise<QuietHours> => body(api.GET('/v1/recipients/{external_id}/quiet-hours', { signal, params: { path: of(id) } })),
  });

export const digestsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...personKey(id), 'digests'],
    queryFn: ({ signal, pageParam }) =>
      body(api.GET('/v1/recipients/{external_id}/digests', { signal, params: { path: of(id), query: { limit: 20, cursor: pageParam } } })),
    ...byCursor,
  });

export const digestQuery = (digest: string) =>
  queryOptions({
    queryKey: ['digests', digest],
    queryFn: ({ signal }) => body(api.GET('/v1/digests/{id}', { signal, params: { path: { id: digest } } })),
  });

export const suppressionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...personKey(id), 'suppressions'],
    queryFn: ({ signal, pageParam }) =>
      body(api.GET('/v1/recipients/{external_id}/suppressions', { signal, params: { path: of(id), query: { limit: 30, cursor: pageParam } } })),
    ...byCursor,
  });

export const plansQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'plans'],
    queryFn: async ({ signal }): Promise<Plan[]> =>
      (await body(api.GET('/v1/recipients/{external_id}/plans', { signal, params: { path: of(id) } }))).items,
  });

export function putRecipient(id: string, request: Wire['RecipientRequest']): Promise<Recipient> {
  return body(api.PUT('/v1/recipients/{external_id}', { params: { path: of(id) }, body: request }));
}

export function addEndpoint(id: string, request: Wire['EndpointRequest']): Promise<Endpoint> {
  return body(api.POST('/v1/recipients/{external_id}/endpoints', { params: { path: of(id) }, body: request }));
}

export function removeEndpoint(id: string, endpoint: string): Promise<unknown> {
  return body(api.DELETE('/v1/recipients/{external_id}/endpoints/{endpoint_id}', { params: { path: { external_id: id, endpoint_id: endpoint } } }));
}

/** Says how many were voided. */
export async function voidGrants(id: string, channel: string, template: string): Promise<number> {
  return (await body(api.POST('/v1/recipients/{external_id}/grants:void', { params: { path: of(id) }, body: { channel, template } }))).voided;
}

export function putQuietHours(id: string, hours: Wire['QuietHoursRequest']): Promise<QuietHours> {
  return body(api.PUT('/v1/recipients/{external_id}/quiet-hours', { params: { path: of(id) }, body: hours }));
}

export function removeQuietHours(id: string): Promise<unknown> {
  return body(api.DELETE('/v1/recipients/{external_id}/quiet-hours', { params: { path: of(id) } }));
}

export function suppress(id: string, request: Wire['SuppressRequest']): Promise<Suppression> {
  return body(api.POST('/v1/recipients/{external_id}/suppressions', { params: { path: of(id) }, body: request }));
}

export function lift(suppression: string, reason: string): Promise<Suppression> {
  return body(api.POST('/v1/suppressions/{id}:lift', { params: { path: { id: suppression } }, body: { reason } }));
}

/** Adds somebody new. Between the look and the write somebody else may add the same person; both then wrote the same kind of thing. */
export async function addRecipient(id: string, request: Wire['RecipientRequest']): Promise<Recipient | 'exists'> {
  try {
    await body(api.GET('/v1/recipients/{external_id}', { params: { path: of(id) } }));
    return 'exists';
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      return putRecipient(id, request);
    }
    throw error;
  }
}

export const deliveryQuery = (delivery: string) =>
  queryOptions({
    queryKey: ['deliveries', delivery],
    queryFn: ({ signal }): Promise<Wire['DeliveryView']> => body(api.GET('/v1/deliveries/{id}', { signal, params: { path: { id: delivery } } })),
    staleTime: 60_000,
  });
