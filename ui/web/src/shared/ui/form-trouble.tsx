import { ApiError, type FieldError } from '@/shared/api/problem';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { controlsTexts } from '@/shared/ui/controls.texts';
import { Trouble } from '@/shared/ui/trouble';

/** Says what the server finds wrong with a field, in the reader's language as far as its code is known. */
export function useWrong(error: Error | null): (field: string) => string | undefined {
  const t = useTexts(controlsTexts);
  const language = useLanguage();
  const say = (wrong: FieldError): string => {
    const range = /from (\S+) to (\S+)/.exec(wrong.reason);
    if (wrong.code === 'required') return t('wrong.required');
    if (wrong.code === 'out_of_range' && range !== null) {
      return t('wrong.out_of_range', { least: range[1] ?? '', most: range[2] ?? '' });
    }
    if (wrong.code === 'too_many') return t('wrong.too_many');
    if (wrong.code === 'unknown_zone') return t('wrong.unknown_zone');
    if (wrong.code === 'unknown_field') return t('wrong.unknown_field');
    return language === 'zh' ? `${t('wrong.form')}（${wrong.reason}）` : wrong.reason;
  };
  return (field) => {
    if (!(error instanceof ApiError)) return undefined;
    if (error.code === 'name_taken' && field === 'name') return t('wrong.name_taken');
    const found = error.errors.filter((wrong) => wrong.field === field || wrong.field.startsWith(`${field}[`) || wrong.field.startsWith(`${field}.`));
    return found.length === 0 ? undefined : found.map((wrong) => at(wrong.field, field) + say(wrong)).join(' ');
  };
}

/** Where inside of a field it is, when not the field itself. */
function at(wrong: string, field: string): string {
  return wrong === field ? '' : `${wrong.slice(field.length).replace(/^\./, '')}: `;
}

/** Why a form was not taken: in short when each reason stands at its field, else in full. */
export function FormTrouble({ error, fields }: { error: Error | null; fields: readonly string[] }) {
  const t = useTexts(controlsTexts);
  if (error === null) {
    return null;
  }
  const named = (field: string) => fields.some((own) => field === own || field.startsWith(`${own}.`) || field.startsWith(`${own}[`));
  const placed =
    error instanceof ApiError &&
    (error.code === 'name_taken' || (error.errors.length > 0 && error.errors.every((wrong) => named(wrong.field))));
  if (!placed) {
    return <Trouble error={error} />;
  }
  return (
    <p className="notice tone-bad" role="alert">
      {t('correct-these')}
    </p>
  );
}
