import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { testTexts } from '@/features/channels/test-send.texts';
import type { Channel } from '@/shared/api/channels';
import { endpointsQuery, setVerified, type Endpoint } from '@/shared/api/people';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { Trouble } from '@/shared/ui/trouble';

interface Props {
  recipient: string;
  channel: Channel;
  /** The address that it went to; undefined when it cannot be told. */
  endpoint: Endpoint | undefined;
  hint: string;
  reference: string | undefined;
}

/** The question that no provider answers. Only a yes marks anything. */
export function Arrived({ recipient, channel, endpoint, hint, reference }: Props) {
  const t = useTexts(testTexts);
  const client = useQueryClient();
  const id = useId();
  const [missing, setMissing] = useState(false);
  const [already] = useState(endpoint?.status === 'verified');
  const marking = useMutation({
    mutationFn: (of: Endpoint) => setVerified(recipient, of.id, 'verified'),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointsQuery(recipient).queryKey }),
  });
  const [unclear, setUnclear] = useState(false);
  const yes = () => {
    setMissing(false);
    if (endpoint === undefined) {
      setUnclear(true);
    } else {
      marking.mutate(endpoint);
    }
  };
  const to = `/recipients/${encodeURIComponent(recipient)}`;
  return (
    <section className="test-arrived" aria-labelledby={id}>
      <h4 id={id}>{t('arrived?')}</h4>
      <p className="soft">{t('arrived.lead', { recipient })}</p>
      <div className="row">
        <Button look="primary" busy={marking.isPending} disabled={marking.isSuccess} onClick={yes}>
          {t('yes')}
        </Button>
        <Button disabled={marking.isPending || marking.isSuccess} onClick={() => setMissing(true)}>
          {t('no')}
        </Button>
      </div>
      {marking.error !== null && <Trouble error={marking.error} />}
      <Notice tone="good">{marking.isSuccess && t(already ? 'arrived.already' : 'arrived.verified', { hint })}</Notice>
      <Notice tone="doubt">{unclear && t('arrived.which', { hint })}</Notice>
      {missing && (
        <div role="status">
          <strong>{t('missing.title')}</strong>
          <ul>
            <li>{t('missing.wait')}</li>
            <li>{t('missing.address', { hint })}</li>
            <li>{t('missing.device')}</li>
            <li>{t('missing.follow')}</li>
            {reference !== undefined && <li>{t('missing.console', { ref: reference })}</li>}
            {channel.ceiling === 'accepted' && <li>{t('missing.ceiling')}</li>}
          </ul>
        </div>
      )}
      {(missing || unclear) && <Link to={to}>{t('to-recipient', { recipient })}</Link>}
    </section>
  );
}
