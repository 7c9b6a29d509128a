import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { badgeQuery, inboxQuery, type Filter, type InboxItem } from '@/features/recipients/recipients.api';
import { headline, inboxState, toneOfInbox } from '@/features/recipients/recipients.model';
import { personTexts } from '@/features/recipients/person.texts';
import type { Recipient } from '@/shared/api/people';
import { shortMoment } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Moment } from '@/shared/ui/moment';
import { Card, Empty } from '@/shared/ui/page';
import { Pages } from '@/shared/ui/pages';
import { Tag } from '@/shared/ui/state-tag';

const filters = [
  ['current', 'inbox.current'],
  ['unread', 'inbox.only-unread'],
  ['archived', 'inbox.archived'],
] as const;

/** What the person has in your application. It is looked at, never touched. */
export function InboxPart({ recipient }: { recipient: Recipient }) {
  const t = useTexts(personTexts);
  const id = recipient.external_id;
  const [search, setSearch] = useSearchParams();
  const filter: Filter = filters.find(([each]) => each === search.get('show'))?.[0] ?? 'current';
  const items = useInfiniteQuery(inboxQuery(id, filter));
  const unread = useQuery(badgeQuery(id));
  return (
    <Card title={t('inbox.title')} aside={unread.data === undefined ? undefined : <Tag tone={unread.data > 0 ? 'wait' : 'none'}>{t('inbox.unread', { count: unread.data })}</Tag>}>
      <p className="soft">{t('inbox.note')}</p>
      <label className="row">
        <span className="soft">{t('inbox.filter')}</span>
        <select className="choice" value={filter} onChange={(event) => setSearch({ part: 'inbox', show: event.target.value }, { preventScrollReset: true })}>
          {filters.map(([each, name]) => (
            <option key={each} value={each}>
              {t(name)}
            </option>
          ))}
        </select>
      </label>
      <Pages query={items} empty={<Empty title={t('inbox.none')}>{t('inbox.none.what')}</Empty>}>
        {(all) => (
          <ul className="lines">
            {all.map((item) => (
              <Item key={item.message_id} item={item} />
            ))}
          </ul>
        )}
      </Pages>
    </Card>
  );
}

function Item({ item }: { item: InboxItem }) {
  const t = useTexts(personTexts);
  const language = useLanguage();
  const state = inboxState(item.state);
  const { title, text } = headline(item.payload, item.subject || item.type);
  return (
    <li>
      <div className="line-head">
        <div className="what">
          <Link className="strong" to={`/messages/${item.message_id}`}>
            {title}
          </Link>
          <Tag tone={toneOfInbox[state]}>{t(`inbox.state.${state}`)}</Tag>
        </div>
        <span className="soft">
          <Moment at={item.created_at} />
        </span>
      </div>
      {text !== undefined && <p>{text}</p>}
      <p className="soft">
        {item.type} · {item.subject}
        {item.read_at && ` · ${t('inbox.read-at', { when: shortMoment(item.read_at, language) })}`}
      </p>
    </li>
  );
}
