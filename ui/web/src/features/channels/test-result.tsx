import { Link } from 'react-router';
import type { Message } from '@/features/channels/test-send.api';
import { Arrived } from '@/features/channels/test-arrived';
import { endpointOf, mayHaveArrived, standingOf, type Standing } from '@/features/channels/test-send.model';
import { testTexts } from '@/features/channels/test-send.texts';
import type { Account, Channel } from '@/shared/api/channels';
import type { Endpoint } from '@/shared/api/people';
import { useSaid, useTexts } from '@/shared/i18n/texts';
import { StateTag } from '@/shared/ui/state-tag';

interface Props {
  message: Message;
  account: Account;
  channel: Channel;
  recipient: string;
  endpoints: readonly Endpoint[];
}

/** Where the sentence of the server leaves a question about the test itself. */
function noted(standing: Standing): standing is 'held' | 'refused' | 'doubt' {
  return standing === 'held' || standing === 'refused' || standing === 'doubt';
}

/** What became of a test, delivery by delivery. */
export function TestResult({ message, ...rest }: Props) {
  const t = useTexts(testTexts);
  const say = useSaid();
  return (
    <div className="stack" aria-live="polite">
      {message.deliveries.length === 0 && <p>{t('watching.none')}</p>}
      {message.not_planned
        .filter(({ channel }) => channel === rest.channel.key)
        .map((missing) => (
          <p key={missing.reason} className="notice tone-none">
            {say(missing.sentence)}
          </p>
        ))}
      {message.deliveries.map((delivery) => (
        <Delivery key={delivery.id} delivery={delivery} {...rest} />
      ))}
      <p>
        <Link to={`/messages/${message.id}`}>{t('story')}</Link>
      </p>
    </div>
  );
}

function Delivery({ delivery, account, channel, recipient, endpoints }: Omit<Props, 'message'> & { delivery: Message['deliveries'][number] }) {
  const t = useTexts(testTexts);
  const say = useSaid();
  const standing = standingOf(delivery);
  return (
    <article className="test-delivery">
      <p className="row">
        <StateTag state={delivery.state} sandbox={delivery.sandbox} />
        <code>{delivery.endpoint_hint}</code>
      </p>
      <p>{standing === 'moving' ? t('stand.moving') : say(delivery.why)}</p>
      {noted(standing) && <p className="soft">{t(`stand.${standing}`)}</p>}
      {delivery.account && (
        <p className={delivery.account === account.name ? 'soft' : 'notice tone-doubt'}>
          {t(delivery.account === account.name ? 'used' : 'used.other', { account: delivery.account })}
        </p>
      )}
      {mayHaveArrived(standing) && (
        <Arrived
          recipient={recipient}
          channel={channel}
          endpoint={endpointOf(delivery, endpoints)}
          hint={delivery.endpoint_hint ?? ''}
          reference={delivery.provider_ref ?? undefined}
        />
      )}
    </article>
  );
}
