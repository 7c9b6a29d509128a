import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { ChannelFields } from '@/features/compose/channel-fields';
import { routesQuery } from '@/features/compose/compose.api';
import { composeTexts } from '@/features/compose/compose.texts';
import { categories } from '@/features/compose/draft.model';
import { PayloadFields } from '@/features/compose/payload-fields';
import { RecipientsField } from '@/features/compose/recipients-field';
import type { Compose } from '@/features/compose/use-compose';
import { useSaidWrong } from '@/features/compose/use-said-wrong';
import { useTexts } from '@/shared/i18n/texts';
import { CheckField, FormField } from '@/shared/ui/form-field';
import { Card } from '@/shared/ui/page';

/** Everything that a notification may say. */
export function ComposeForm({ compose, id }: { compose: Compose; id: string }) {
  const t = useTexts(composeTexts);
  const { draft, change, wrongs } = compose;
  const wrong = useSaidWrong(wrongs);
  const form = useRef<HTMLFormElement>(null);
  const isWrong = compose.wrongBy !== undefined;
  useEffect(() => {
    if (isWrong) {
      form.current?.querySelector<HTMLElement>('[aria-invalid], [data-wrong="true"] input:checked')?.focus();
    }
  }, [isWrong]);
  return (
    <form
      ref={form}
      id={id}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        compose.dryRun();
      }}
    >
      <Card title={t('whom')}>
        <div className="form">
          <RecipientsField value={draft.recipients} onChange={(recipients) => change({ recipients })} wrong={wrong('recipients')} />
        </div>
      </Card>
      <Card title={t('content')}>
        <div className="form">
          <PayloadFields draft={draft} onChange={change} wrong={wrong} />
        </div>
      </Card>
      <Card title={t('what')}>
        <div className="form">
          <KindFields compose={compose} />
        </div>
      </Card>
      <Card title={t('how')}>
        <div className="form">
          <ChannelFields draft={draft} onChange={change} wrong={wrong('channels')} />
          <TimeFields compose={compose} />
          <CheckField label={t('urgent')} hint={t('urgent.hint')} checked={draft.urgent} onChange={(urgent) => change({ urgent })} />
        </div>
      </Card>
    </form>
  );
}

function KindFields({ compose: { draft, change, wrongs } }: { compose: Compose }) {
  const t = useTexts(composeTexts);
  const wrong = useSaidWrong(wrongs);
  const list = useId();
  const routes = useQuery(routesQuery);
  return (
    <>
      <FormField label={t('type')} hint={t('type.hint')} wrong={wrong('type')}>
        {(wiring) => (
          <>
            <input
              {...wiring}
              className="input"
              list={list}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={draft.type}
              onChange={(event) => change({ type: event.target.value })}
            />
            <datalist id={list}>
              {(routes.data ?? []).map(({ type }) => (
                <option key={type} value={type} />
              ))}
            </datalist>
          </>
        )}
      </FormField>
      <FormField label={t('category')} wrong={wrong('category')}>
        {(wiring) => (
          <select
            {...wiring}
            className="input"
            value={draft.category}
            onChange={(event) => change({ category: categories.find((known) => known === event.target.value) ?? 'transactional' })}
          >
            {categories.map((category) => (
              <option key={category} value={category}>
                {t(`category.${category}`)}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FormField label={t('subject')} hint={t('subject.hint')} wrong={wrong('subject')}>
        {(wiring) => <input {...wiring} className="input" value={draft.subject} onChange={(event) => change({ subject: event.target.value })} />}
      </FormField>
    </>
  );
}

function TimeFields({ compose: { draft, change, wrongs } }: { compose: Compose }) {
  const t = useTexts(composeTexts);
  const wrong = useSaidWrong(wrongs);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <div>
      <div className="form-pair">
        <FormField label={t('not-before')} wrong={wrong('notBefore')}>
          {(wiring) => <input {...wiring} className="input" type="datetime-local" value={draft.notBefore} onChange={(event) => change({ notBefore: event.target.value })} />}
        </FormField>
        <FormField label={t('expires')} wrong={wrong('expires')}>
          {(wiring) => <input {...wiring} className="input" type="datetime-local" value={draft.expires} onChange={(event) => change({ expires: event.target.value })} />}
        </FormField>
      </div>
      <p className="field-hint">{t('times', { zone: timeZone })}</p>
    </div>
  );
}
