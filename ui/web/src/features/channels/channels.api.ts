import { queryOptions } from '@tanstack/react-query';
import { api, body, type Wire } from '@/shared/api/client';
import { accountsQuery, type Account } from '@/shared/api/channels';
import { ApiError } from '@/shared/api/problem';

export type Pacing = Wire['PacingView'];
export type Budget = Wire['BudgetView'];
export type ReceiptsAddress = Wire['ReceiptsAddressView'];
export type SilentFailures = Wire['SilentFailuresView'];

const of = (id: string) => ({ path: { account_id: id } });
const key = (id: string, ...rest: string[]) => [...accountsQuery.queryKey, id, ...rest] as const;

/** What is not set, or not offered, is null. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      return null;
    }
    throw error;
  }
}

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: key(id),
    queryFn: ({ signal }): Promise<Account> => body(api.GET('/v1/channel-accounts/{account_id}', { signal, params: of(id) })),
  });

export const pacingQuery = (id: string) =>
  queryOptions({
    queryKey: key(id, 'pacing'),
    queryFn: ({ signal }): Promise<Pacing> => body(api.GET('/v1/channel-accounts/{account_id}/pacing', { signal, params: of(id) })),
  });

export const budgetQuery = (id: string) =>
  queryOptions({
    queryKey: key(id, 'budget'),
    queryFn: ({ signal }): Promise<Budget | null> =>
      orNull(body(api.GET('/v1/channel-accounts/{account_id}/budget', { signal, params: of(id) }))),
  });

export const receiptsAddressQuery = (id: string) =>
  queryOptions({
    queryKey: key(id, 'receipts-address'),
    queryFn: ({ signal }): Promise<ReceiptsAddress | null> =>
      orNull(body(api.GET('/v1/channel-accounts/{account_id}/receipts-address', { signal, params: of(id) }))),
  });

/** The last seven days, as the API says when it is not told. */
export const silentFailuresQuery = queryOptions({
  queryKey: ['reports', 'silent-failures'],
  queryFn: ({ signal }): Promise<SilentFailures> => body(api.GET('/v1/reports/silent-failures', { signal })),
  staleTime: 60_000,
});

export function createAccount(request: Wire['AccountRequest']): Promise<Account> {
  return body(api.POST('/v1/channel-accounts', { body: request }));
}

export function changeAccount(id: string, change: Wire['AccountChangeRequest']): Promise<Account> {
  return body(api.PATCH('/v1/channel-accounts/{account_id}', { params: of(id), body: change }));
}

export function removeAccount(id: string): Promise<unknown> {
  return body(api.DELETE('/v1/channel-accounts/{account_id}', { params: of(id) }));
}

export function setPacing(id: string, rate: Wire['PacingRequest']): Promise<Pacing> {
  return body(api.PUT('/v1/channel-accounts/{account_id}/pacing', { params: of(id), body: rate }));
}

export function removePacing(id: string): Promise<unknown> {
  return body(api.DELETE('/v1/channel-accounts/{account_id}/pacing', { params: of(id) }));
}

export function setBudget(id: string, budget: Wire['BudgetRequest']): Promise<Budget> {
  return body(api.PUT('/v1/channel-accounts/{account_id}/budget', { params: of(id), body: budget }));
}

export function removeBudget(id: string): Promise<unknown> {
  return body(api.DELETE('/v1/channel-accounts/{account_id}/budget', { params: of(id) }));
}

export function rotateAddress(id: string): Promise<ReceiptsAddress> {
  return body(api.POST('/v1/channel-accounts/{account_id}/receipts-address:rotate', { params: of(id) }));
}
