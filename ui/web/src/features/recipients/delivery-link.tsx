import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { deliveryQuery } from '@/features/recipients/recipients.api';

/** Leads to the message of a delivery, which is looked up only when somebody wants to go there. */
export function DeliveryLink({ delivery, children }: { delivery: string; children: string }) {
  const client = useQueryClient();
  const go = useNavigate();
  const going = useMutation({
    mutationFn: () => client.query(deliveryQuery(delivery)),
    onSuccess: (found) => go(`/messages/${found.message}`),
  });
  return (
    <button type="button" role="link" className="as-link" disabled={going.isPending} onClick={() => going.mutate()}>
      {children}
    </button>
  );
}
