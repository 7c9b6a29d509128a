import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { pacingQuery, removePacing, setPacing, type Pacing } from '@/features/channels/channels.api';
import { useScope } from '@/features/channels/health';
import { rateOf } from '@/features/channels/limits.model';
import { limitsTexts } from '@/features/channels/limits.texts';
import type { Account } from '@/shared/api/channels';
import { count, shortMoment, span } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { Confirm } from '@/shared/ui/confirm';
import { FormField } from '@/shared/ui/form-field';
import { FormTrouble, useWrong } from '@/shared/ui/form-trouble';
import { Loaded } from '@/shared/ui/loaded';
import { Moment } from '@/shared/ui/moment';
import { Notice } from '@/shared/ui/notice';
import { Card } from '@/shared/ui/page';

/** How fast an account calls, what it shares, and what its provider slowed. */
export function RateCard({ account }: { account: Account }) {
  const t = useTexts(limitsTexts);
  const client = useQueryClient();
  const query = pacingQuery(account.id);
  // how many wait changes by itself
  const pacing = useQuery({ ...query, refetchInterval: 15_000 });
  const [done, setDone] = useState<'saved' | 'removed'>();
  const refresh = (what: 'saved' | 'removed') => {
    setDone(what);
    return client.invalidateQueries({ queryKey: query.queryKey });
  };
  return (
    <Card title={t('rate')}>
      <Loaded query={pacing}>
        {(now) => (
          <div className="stack">
            <RateFacts pacing={now} />
            <RateForm key={now.rate?.version ?? 0} account={account} pacing={now} onSaved={() => refresh('saved')} />
            {now.rate && (
              <div className="row">
                <Confirm
                  label={t('rate.remove')}
                  title={t('rate.remove.title', { name: account.name })}
                  yes={t('rate.remove')}
                  onYes={async () => {
                    await removePacing(account.id);
                    await refresh('removed');
                  }}
                >
                  <p>{t('rate.remove.what')}</p>
                </Confirm>
              </div>
            )}
            <Notice>{done && t(`rate.${done}`)}</Notice>
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function RateFacts({ pacing }: { pacing: Pacing }) {
  const t = useTexts(limitsTexts);
  const language = useLanguage();
  const scope = useScope();
  const { rate, egress } = pacing;
  const next = rate?.next_free_at ?? egress?.next_free_at;
  return (
    <div>
      <p>{rate ? t('rate.is', { calls: count(rate.calls, language), seconds: rate.per_seconds, burst: rate.burst }) : t('rate.none')}</p>
      {rate && <p className="soft">{t('rate.set-by', { when: shortMoment(rate.set_at, language), by: rate.set_by })}</p>}
      {egress && <p>{t('egress.is', { name: egress.name, span: span(Math.round(egress.interval_ms / 1000), language) })}</p>}
      {pacing.slowed.map((slow) => (
        <p key={slow.scope} className="notice tone-wait">
          {t('slowed.is', { scope: scope(slow.scope), since: shortMoment(slow.since, language), until: shortMoment(slow.until, language) })}
        </p>
      ))}
      <dl className="facts">
        <dt>{t('rate.waiting')}</dt>
        <dd>{count(pacing.deliveries_waiting, language)}</dd>
        {(rate ?? egress) && (
          <>
            <dt>{t('rate.line')}</dt>
            <dd>{count((rate?.calls_in_line ?? 0) + (egress?.calls_in_line ?? 0), language)}</dd>
            <dt>{t('rate.next')}</dt>
            <dd>{next ? <Moment at={next} as="full" /> : t('now')}</dd>
          </>
        )}
        {egress && (
          <>
            <dt>{t('egress.tenants')}</dt>
            <dd>{count(egress.waiting_tenants, language)}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

function RateForm({ account, pacing, onSaved }: { account: Account; pacing: Pacing; onSaved: () => Promise<unknown> }) {
  const t = useTexts(limitsTexts);
  const { rate } = pacing;
  const [draft, setDraft] = useState({
    calls: rate ? String(rate.calls) : '',
    perSeconds: rate ? String(rate.per_seconds) : '',
    burst: rate ? String(rate.burst) : '1',
  });
  const saving = useMutation({ mutationFn: (request: Parameters<typeof setPacing>[1]) => setPacing(account.id, request), onSuccess: onSaved });
  const { request, mistakes } = rateOf(draft);
  const refused = useWrong(saving.error);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (Object.keys(mistakes).length === 0) saving.mutate(request);
  };
  const fields = [
    ['calls', 'calls', 'calls'],
    ['perSeconds', 'per_seconds', 'per-seconds'],
    ['burst', 'burst', 'burst'],
  ] as const;
  return (
    <form className="form" onSubmit={save} noValidate>
      <div className="form-pair">
        {fields.map(([own, wire, label]) => (
          <FormField key={own} label={t(label)} wrong={mistakes[wire] ? t('mistake.number') : refused(wire)}>
            {(wiring) => (
              <input {...wiring} className="input" inputMode="numeric" value={draft[own]} onChange={(event) => setDraft({ ...draft, [own]: event.target.value })} />
            )}
          </FormField>
        ))}
      </div>
      <FormTrouble error={saving.error} fields={['calls', 'per_seconds', 'burst']} />
      <div className="row">
        <Button submit busy={saving.isPending}>
          {t('rate.save')}
        </Button>
      </div>
    </form>
  );
}
