import { useState } from 'react';
import { MessageLine } from '@/features/why/message-line';
import { about, type Message } from '@/features/why/why.model';
import { whyTexts } from '@/features/why/why.texts';
import type { Titles } from '@/shared/api/channel-titles';
import { useTexts } from '@/shared/i18n/texts';
import { FormField } from '@/shared/ui/form-field';
import { Card, Empty } from '@/shared/ui/page';

const MOST = 50;

interface Props {
  messages: readonly Message[];
  what: string;
  onWhat: (what: string) => void;
  titles: Titles;
}

/** The messages of that time, which can be narrowed down to what was missed. */
export function MessagesCard({ messages, what, onWhat, titles }: Props) {
  const t = useTexts(whyTexts);
  // the address follows what is typed: it is too slow to be typed into
  const [words, setWords] = useState(what);
  const type = (next: string) => {
    setWords(next);
    onWhat(next);
  };
  const found = about(words, messages);
  return (
    <Card title={messages.length === 0 ? t('messages.none') : t('messages', { count: messages.length })}>
      {(messages.length > 1 || words !== '') && (
        <div className="why-what">
          <FormField label={t('what')} hint={t('what.hint')}>
            {(wiring) => <input {...wiring} className="input" type="search" value={words} onChange={(event) => type(event.target.value)} />}
          </FormField>
        </div>
      )}
      {messages.length === MOST && <p className="soft">{t('messages.most')}</p>}
      {messages.length > 0 && found.length === 0 && <Empty title={t('what.none')} />}
      <ul className="lines">
        {found.map((message) => (
          <li key={message.id}>
            <MessageLine message={message} titles={titles} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What came before and after, for whoever misses one of those. */
export function NearestCard({ before, after, titles }: { before: Message | null; after: Message | null; titles: Titles }) {
  const t = useTexts(whyTexts);
  return (
    <Card title={t('nearest')}>
      <div className="why-nearest">
        <div>
          <h3>{t('before')}</h3>
          {before === null ? <p className="soft">{t('before.none')}</p> : <MessageLine message={before} titles={titles} />}
        </div>
        <div>
          <h3>{t('after')}</h3>
          {after === null ? <p className="soft">{t('after.none')}</p> : <MessageLine message={after} titles={titles} />}
        </div>
      </div>
    </Card>
  );
}
