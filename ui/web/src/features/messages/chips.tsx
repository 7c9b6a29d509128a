import type { Change } from '@/features/messages/filters';
import { given, isPreset, type Filter, type FilterKey } from '@/features/messages/filter.model';
import { messagesTexts } from '@/features/messages/messages.texts';
import { moment } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { isState, useStateLabel } from '@/shared/ui/state-tag';

interface Props {
  filter: Filter;
  channelTitle: (channel: string) => string;
  onChange: Change;
  onClear: () => void;
}

/** What the list is narrowed by; each can be taken away. */
export function Chips({ filter, channelTitle, onChange, onClear }: Props) {
  const t = useTexts(messagesTexts);
  const label = useStateLabel();
  const language = useLanguage();
  const parts = given(filter);
  if (parts.length === 0) {
    return null;
  }
  const shown = (key: FilterKey, value: string): string => {
    if (key === 'state' && isState(value)) return label(value);
    if (key === 'sandbox') return t(value === 'yes' ? 'sandbox.yes' : 'sandbox.no');
    if (key === 'time' && isPreset(value)) return t(`time.${value}`);
    if (key === 'from' || key === 'to') return moment(value, language);
    if (key === 'channel') return channelTitle(value);
    return key === 'notification' ? `…${value.slice(-6)}` : value;
  };
  return (
    <div className="row chips" role="group" aria-label={t('active')}>
      {parts.map(([key, value]) => (
        <button
          key={key}
          type="button"
          className="chip"
          aria-label={t('remove', { name: t(key), value: shown(key, value) })}
          onClick={() => onChange({ [key]: '' })}
        >
          <span className="soft">{t(key)}</span> {shown(key, value)}
          <span aria-hidden="true" className="chip-x">
            ×
          </span>
        </button>
      ))}
      {parts.length > 1 && (
        <Button look="quiet" onClick={onClear}>
          {t('clear')}
        </Button>
      )}
    </div>
  );
}
