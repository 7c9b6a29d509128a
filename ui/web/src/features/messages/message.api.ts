import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, body, type Wire } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';
import { isUuid } from '@/features/messages/filter.model';
import { fetchMessage } from '@/features/messages/messages.api';
import type { Message } from '@/features/messages/pages.model';
import { isMoving, type Delivery } from '@/features/messages/row.model';
import type { Explanation } from '@/features/messages/story.model';

export type Unreached = Wire['UnreachedView'];
export type Withdrawn = Wire['WithdrawalView'];
export type Fact = Wire['NotificationFactView'];
export type Digest = Wire['DigestView'];

/** While something may happen any moment, hints alone are not relied on. */
const LOOK_AGAIN = 3_000;

export function messageQuery(id: string) {
  return queryOptions({
    queryKey: ['messages', 'one', id],
    queryFn: ({ signal }) =>
      isUuid(id)
        ? fetchMessage(id, signal)
        : Promise.reject(new ApiError(404, 'not_found', 'There is no such message.')),
    refetchInterval: ({ state }) => state.data !== undefined && isMoving(state.data, new Date()) && LOOK_AGAIN,
  });
}

/** A delivery's story as of its last move; the one before stays drawn meanwhile. */
export function explanationQuery({ id, updated_at: moved }: Delivery) {
  return queryOptions({
    queryKey: ['messages', 'explanation', id, moved],
    queryFn: ({ signal }): Promise<Explanation> =>
      body(api.GET('/v1/deliveries/{id}/explanation', { params: { path: { id } }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function notificationQuery(id: string) {
  return queryOptions({
    queryKey: ['messages', 'notification', id],
    queryFn: ({ signal }): Promise<Fact> => body(api.GET('/v1/notifications/{id}', { params: { path: { id } }, signal })),
  });
}

/** What ended without reaching anybody as of the last moves, with what may safely be done about it. */
export function unreachedQuery({ id, notification, recipient, deliveries }: Message) {
  const moves = deliveries.map((delivery) => delivery.updated_at);
  return queryOptions({
    queryKey: ['messages', 'unreached', id, moves],
    queryFn: async ({ signal }): Promise<readonly Unreached[]> => {
      const query = { notification, recipient, limit: 50 };
      const { items } = await body(api.GET('/v1/redrive', { params: { query }, signal }));
      return items.filter((item) => item.message === id);
    },
    placeholderData: keepPreviousData,
  });
}

/** A digest, and the message whose delivery carries it. */
export function digestQuery(id: string) {
  return queryOptions({
    queryKey: ['messages', 'digest', id],
    queryFn: async ({ signal }): Promise<{ digest: Digest; carrier: Delivery }> => {
      const { digest } = await body(api.GET('/v1/digests/{id}', { params: { path: { id } }, signal }));
      const carrier = await body(api.GET('/v1/deliveries/{id}', { params: { path: { id: digest.carrier } }, signal }));
      return { digest, carrier };
    },
  });
}

/** What a message's page shows, asked for anew; lists keep themselves fresh. */
export async function refreshMessage(client: QueryClient): Promise<void> {
  const parts = ['one', 'explanation', 'unreached', 'notification', 'digest'];
  await Promise.all(parts.map((part) => client.invalidateQueries({ queryKey: ['messages', part] })));
}

export interface Resend {
  delivery: string;
  reason: string;
  duplicateAcceptable: boolean;
  /** The same one for every try of one decision, so that a lost answer sends nothing twice. */
  key: string;
}

export function resend({ delivery, reason, duplicateAcceptable, key }: Resend): Promise<Wire['ResendView']> {
  return body(
    api.POST('/v1/deliveries/{id}:resend', {
      params: { path: { id: delivery }, header: { 'Idempotency-Key': key } },
      body: { reason, duplicate_acceptable: duplicateAcceptable },
    }),
  );
}

/** What can be withdrawn from a message's page; there is nothing for a single delivery. */
export type Withdrawal =
  | { of: 'notification'; id: string }
  | { of: 'recipient'; recipient: string; type: string };

export function withdraw(what: Withdrawal): Promise<Withdrawn> {
  return what.of === 'notification'
    ? body(api.POST('/v1/notifications/{id}:cancel', { params: { path: { id: what.id } } }))
    : body(api.POST('/v1/notifications:cancel', { body: { recipient: what.recipient, type: what.type } }));
}
