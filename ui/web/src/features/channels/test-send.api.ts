import { queryOptions } from '@tanstack/react-query';
import { lookAgain } from '@/features/channels/test-send.model';
import { api, body, type Wire } from '@/shared/api/client';

export type Message = Wire['MessageView'];

/** Sends it once, however often it is asked with the same id; says which message it became. */
export async function sendTest(id: string, request: Wire['NotificationRequest']): Promise<string> {
  const sent = await body(api.POST('/v1/notifications', { params: { header: { 'Idempotency-Key': `test-${id}` } }, body: request }));
  const [first] = sent.messages;
  if (first === undefined) {
    throw new Error('no message');
  }
  return first.id;
}

/** Looks again until it stands. */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'one', id],
    queryFn: ({ signal }): Promise<Message> => body(api.GET('/v1/messages/{id}', { signal, params: { path: { id } } })),
    refetchInterval: (query) => (query.state.data === undefined ? false : lookAgain(query.state.data.deliveries)),
  });
