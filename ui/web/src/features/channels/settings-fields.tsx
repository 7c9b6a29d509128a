import { accountTexts } from '@/features/channels/account.texts';
import type { Draft, SettingField } from '@/features/channels/schema.model';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { FormField } from '@/shared/ui/form-field';

interface Props {
  fields: readonly SettingField[];
  draft: Draft;
  wrong: (field: string) => string | undefined;
  onChange: (draft: Draft) => void;
}

/** A channel's settings, as its schema describes them. */
export function SettingsFields({ fields, draft, wrong, onChange }: Props) {
  const t = useTexts(accountTexts);
  if (fields.length === 0) {
    return <p className="soft group-lead">{t('settings.none')}</p>;
  }
  return fields.map((field) => (
    <Setting
      key={field.name}
      field={field}
      value={draft[field.name] ?? ''}
      wrong={wrong(`settings.${field.name}`)}
      onChange={(value) => onChange({ ...draft, [field.name]: value })}
    />
  ));
}

interface SettingProps {
  field: SettingField;
  value: string;
  wrong: string | undefined;
  onChange: (value: string) => void;
}

function Setting({ field, value, wrong, onChange }: SettingProps) {
  const t = useTexts(accountTexts);
  const example = field.example;
  const hint = [field.hint, field.kind === 'raw' ? t('settings.raw') : undefined].filter(Boolean).join(' ');
  return (
    <div>
      <FormField label={field.title} hint={hint === '' ? undefined : hint} wrong={wrong}>
        {(wiring) => <Control field={field} value={value} wiring={wiring} onChange={onChange} />}
      </FormField>
      {example !== undefined && value.trim() === '' && (
        <Button look="quiet" onClick={() => onChange(example)}>
          {t('settings.example')}
        </Button>
      )}
    </div>
  );
}

const INPUTS: Readonly<Record<string, string>> = { uri: 'url', email: 'email', date: 'date', time: 'time' };

function Control({ field, value, wiring, onChange }: Omit<SettingProps, 'wrong'> & { wiring: { id: string } }) {
  const t = useTexts(accountTexts);
  const own = field.fallback === undefined ? t('settings.own') : t('settings.own-value', { value: field.fallback });
  const about = { ...wiring, className: 'input', value, required: field.required };
  switch (field.kind) {
    case 'choice':
    case 'flag': {
      const options = field.kind === 'flag' ? ['true', 'false'] : field.options;
      const name = (option: string) => (field.kind === 'flag' ? t(option === 'true' ? 'yes' : 'no') : option);
      return (
        <select {...about} onChange={(event) => onChange(event.target.value)}>
          <option value="">{field.required ? '' : own}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {name(option)}
            </option>
          ))}
        </select>
      );
    }
    case 'raw':
      return (
        <textarea
          {...about}
          spellCheck={false}
          rows={Math.min(18, Math.max(4, value.split('\n').length))}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'text':
    case 'number':
      return (
        <input
          {...about}
          type={INPUTS[field.format ?? ''] ?? 'text'}
          inputMode={field.kind === 'number' ? 'numeric' : undefined}
          placeholder={field.fallback}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
