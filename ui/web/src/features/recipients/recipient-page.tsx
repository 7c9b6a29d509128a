import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { Link, useParams } from 'react-router';
import { CalmPart } from '@/features/recipients/calm-part';
import { EndpointsPart } from '@/features/recipients/endpoints-part';
import { GrantsPart } from '@/features/recipients/grants-part';
import { InboxPart } from '@/features/recipients/inbox-part';
import { PlansPart } from '@/features/recipients/plans-part';
import { WhereaboutsForm, type Whereabouts } from '@/features/recipients/recipient-form';
import { putRecipient, recipientQuery, recipientsQuery } from '@/features/recipients/recipients.api';
import { messagesOf, whyOf } from '@/features/recipients/recipients.model';
import { recipientsTexts } from '@/features/recipients/recipients.texts';
import { SuppressionsPart } from '@/features/recipients/suppressions-part';
import type { Recipient } from '@/shared/api/people';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { Loaded } from '@/shared/ui/loaded';
import { Moment } from '@/shared/ui/moment';
import { Notice } from '@/shared/ui/notice';
import { Card, Page } from '@/shared/ui/page';
import { Parts, usePart } from '@/shared/ui/parts';
import '@/features/recipients/recipients.css';

const parts = ['endpoints', 'inbox', 'grants', 'calm', 'suppressions', 'plans'] as const;

const DRAWN: Record<(typeof parts)[number], ComponentType<{ recipient: Recipient }>> = {
  endpoints: EndpointsPart,
  inbox: InboxPart,
  grants: GrantsPart,
  calm: CalmPart,
  suppressions: SuppressionsPart,
  plans: PlansPart,
};

/** Everything that is known of one person. */
export function Component() {
  const { id = '' } = useParams();
  return <One key={id} id={id} />;
}

function One({ id }: { id: string }) {
  const t = useTexts(recipientsTexts);
  const part = usePart(parts, 'endpoints');
  const query = useQuery(recipientQuery(id));
  const Part = DRAWN[part];
  return (
    <Page title={id} actions={<Link to="/recipients">{t('back')}</Link>}>
      <Loaded query={query}>
        {(recipient) => (
          <>
            <Head recipient={recipient} />
            <Parts label={t('parts')} parts={parts} now={part} name={(each) => t(`part.${each}`)} />
            <Part recipient={recipient} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Head({ recipient }: { recipient: Recipient }) {
  const t = useTexts(recipientsTexts);
  const client = useQueryClient();
  const id = recipient.external_id;
  const [editing, setEditing] = useState(false);
  const saving = useMutation({
    mutationFn: (whereabouts: Whereabouts) => putRecipient(id, whereabouts),
    onSuccess: async (saved) => {
      client.setQueryData(recipientQuery(id).queryKey, saved);
      setEditing(false);
      // hours of the day mean another time when the zone is another
      await client.invalidateQueries({ queryKey: recipientQuery(id).queryKey });
      await client.invalidateQueries({ queryKey: recipientsQuery.queryKey });
    },
  });
  return (
    <Card>
      <div className="row apart">
        <dl className="facts">
          <dt>{t('zone')}</dt>
          <dd>{recipient.zone}</dd>
          <dt>{t('locale')}</dt>
          <dd>{recipient.locale}</dd>
          <dt>{t('since')}</dt>
          <dd>
            <Moment at={recipient.created_at} />
          </dd>
        </dl>
        <div className="actions-row">
          <Link to={messagesOf(id)}>{t('messages')}</Link>
          <Link to={whyOf(id)}>{t('why', { id })}</Link>
          <Button
            aria-expanded={editing}
            onClick={() => {
              saving.reset();
              setEditing(!editing);
            }}
          >
            {t(editing ? 'edit.cancel' : 'edit')}
          </Button>
        </div>
      </div>
      {editing && (
        <div className="edit-person">
          <WhereaboutsForm
            initial={{ zone: recipient.zone, locale: recipient.locale }}
            busy={saving.isPending}
            error={saving.error}
            doing={t('save')}
            onSave={(whereabouts) => saving.mutate(whereabouts)}
          />
        </div>
      )}
      <Notice>{saving.isSuccess && t('saved')}</Notice>
    </Card>
  );
}
