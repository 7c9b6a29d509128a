import { composeTexts } from '@/features/compose/compose.texts';
import { switched, type Change, type Draft } from '@/features/compose/draft.model';
import { others, secretive } from '@/features/compose/payload.model';
import type { SaidWrong } from '@/features/compose/use-said-wrong';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { FormField } from '@/shared/ui/form-field';

interface Props {
  draft: Draft;
  onChange: (change: Change) => void;
  wrong: SaidWrong;
}

/** What it says: a title and a text, or whatever JSON. */
export function PayloadFields(props: Props) {
  const t = useTexts(composeTexts);
  const { draft, onChange } = props;
  const other = switched(draft);
  return (
    <>
      {draft.mode === 'fields' ? <Fields {...props} /> : <Json {...props} />}
      {secretive(draft.raw) && <p className="notice tone-wait">{t('payload.secret')}</p>}
      <p>
        <Button disabled={other === undefined} onClick={() => other !== undefined && onChange(other)}>
          {t(draft.mode === 'fields' ? 'to.raw' : 'to.fields')}
        </Button>
      </p>
    </>
  );
}

function Fields({ draft, onChange, wrong }: Props) {
  const t = useTexts(composeTexts);
  const names = Object.keys(others(draft.raw));
  return (
    <>
      <FormField label={t('payload.title')} wrong={wrong('title')}>
        {(wiring) => <input {...wiring} className="input" value={draft.title} onChange={(event) => onChange({ title: event.target.value })} />}
      </FormField>
      <FormField label={t('payload.text')} hint={t('payload.text.hint')} wrong={wrong('text')}>
        {(wiring) => <textarea {...wiring} className="input prose" rows={3} value={draft.text} onChange={(event) => onChange({ text: event.target.value })} />}
      </FormField>
      {names.length > 0 && <p className="soft">{t('payload.others', { names: names.join(', ') })}</p>}
    </>
  );
}

function Json({ draft, onChange, wrong }: Props) {
  const t = useTexts(composeTexts);
  return (
    <FormField label={t('payload.raw')} hint={t('payload.raw.hint')} wrong={wrong('raw')}>
      {(wiring) => <textarea {...wiring} className="input" rows={9} spellCheck={false} value={draft.raw} onChange={(event) => onChange({ raw: event.target.value })} />}
    </FormField>
  );
}
