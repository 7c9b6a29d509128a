import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { AddRecipient } from '@/features/recipients/add-recipient';
import { recipientsQuery } from '@/features/recipients/recipients.api';
import { pageOf, wrongId } from '@/features/recipients/recipients.model';
import { recipientsTexts } from '@/features/recipients/recipients.texts';
import { useTexts } from '@/shared/i18n/texts';
import type { Recipient } from '@/shared/api/people';
import { Button } from '@/shared/ui/button';
import { FormField } from '@/shared/ui/form-field';
import { Moment } from '@/shared/ui/moment';
import { Card, Empty, Page } from '@/shared/ui/page';
import { Pages } from '@/shared/ui/pages';
import '@/features/recipients/recipients.css';

/** The people, newest first, and a way to one whose id is known. */
export function Component() {
  const t = useTexts(recipientsTexts);
  const people = useInfiniteQuery(recipientsQuery);
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className="grid">
        <Card title={t('open')}>
          <OpenById />
        </Card>
        <Card title={t('add')}>
          <AddRecipient />
        </Card>
      </div>
      <Card title={t('newest')}>
        <Pages query={people} empty={<Empty title={t('none')}>{t('none.what')}</Empty>}>
          {(items) => (
            <ul className="lines">
              {items.map((one) => (
                <Row key={one.external_id} recipient={one} />
              ))}
            </ul>
          )}
        </Pages>
      </Card>
    </Page>
  );
}

function Row({ recipient }: { recipient: Recipient }) {
  const t = useTexts(recipientsTexts);
  return (
    <li className="recipient-row">
      <Link to={pageOf(recipient.external_id)}>{recipient.external_id}</Link>
      <span className="soft">
        {recipient.zone} · {recipient.locale} · {t('since')} <Moment at={recipient.created_at} />
      </span>
    </li>
  );
}

function OpenById() {
  const t = useTexts(recipientsTexts);
  const go = useNavigate();
  const [id, setId] = useState('');
  const [wrong, setWrong] = useState<ReturnType<typeof wrongId>>();
  const open = (event: SubmitEvent) => {
    event.preventDefault();
    const found = wrongId(id);
    setWrong(found);
    if (found === undefined) void go(pageOf(id.trim()));
  };
  return (
    <form className="form" onSubmit={open} noValidate>
      <FormField label={t('id')} hint={t('open.hint')} wrong={wrong && t(wrong === 'required' ? 'open.required' : 'open.wrong')}>
        {(wiring) => (
          <input {...wiring} className="input" autoComplete="off" spellCheck={false} value={id} onChange={(event) => setId(event.target.value)} />
        )}
      </FormField>
      <div className="row">
        <Button look="primary" submit>
          {t('open.go')}
        </Button>
      </div>
    </form>
  );
}
