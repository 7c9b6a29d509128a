import { useState } from 'react';
import { Choice, Text, When } from '@/features/messages/fields';
import { isPreset, presets, type Filter, type FilterKey } from '@/features/messages/filter.model';
import { messagesTexts } from '@/features/messages/messages.texts';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { states, useStateLabel } from '@/shared/ui/state-tag';

export type Change = (change: Readonly<Partial<Record<FilterKey, string>>>) => void;

interface Props {
  filter: Filter;
  /** Codes and keys that are on the screen, as proposals. */
  known: Readonly<Record<'reason' | 'type' | 'channel', readonly string[]>>;
  channelTitle: (channel: string) => string;
  onChange: Change;
}

const REST: readonly FilterKey[] = ['subject', 'reason', 'type', 'channel', 'sandbox'];
const HIDDEN_WHEN_NARROW: readonly FilterKey[] = [...REST, 'recipient', 'state', 'time', 'from', 'to'];

/** Everything that the list can be narrowed by; the rarer half opens on demand. */
export function Filters({ filter, known, channelTitle, onChange }: Props) {
  const t = useTexts(messagesTexts);
  const label = useStateLabel();
  const [open, setOpen] = useState(false);
  const [given, setGiven] = useState(false);
  const span = filter.time ?? (given || filter.from !== undefined || filter.to !== undefined ? 'given' : '');
  const narrow = HIDDEN_WHEN_NARROW.filter((key) => filter[key] !== undefined).length;
  const chooseSpan = (next: string) => {
    setGiven(next === 'given');
    onChange(isPreset(next) ? { time: next } : next === 'given' ? { time: '' } : { time: '', from: '', to: '' });
  };
  return (
    <form role="search" aria-label={t('search')} className="filters" data-open={open} onSubmit={(event) => event.preventDefault()}>
      <div className="filter-row">
        <Text name="q" label={t('q')} filter={filter} onChange={onChange} search />
        <Text name="recipient" label={t('recipient')} filter={filter} onChange={onChange} hint={t('recipient.hint')} />
        <Choice
          label={t('state')}
          value={filter.state ?? ''}
          options={states.map((state) => [state, label(state)])}
          onChoose={(state) => onChange({ state })}
        />
        <Choice
          label={t('time')}
          value={span}
          options={[...presets.map((p) => [p, t(`time.${p}`)] as const), ['given', t('time.given')]]}
          onChoose={chooseSpan}
        />
        <div className="filter-toggle">
          <Button aria-expanded={open} aria-controls="filters-rest" onClick={() => setOpen(!open)}>
            <span className="only-wide">{t(open ? 'fewer-filters' : 'more-filters')}</span>
            <span className="only-narrow">{t('filters', { count: narrow })}</span>
          </Button>
        </div>
      </div>
      {span === 'given' && (
        <div className="filter-row filter-span">
          <When name="from" label={t('from')} filter={filter} onChange={onChange} />
          <When name="to" label={t('to')} filter={filter} onChange={onChange} />
        </div>
      )}
      <div className="filter-row" id="filters-rest" hidden={!open}>
        <Text name="subject" label={t('subject')} filter={filter} onChange={onChange} hint={t('subject.hint')} />
        <Text name="reason" label={t('reason')} filter={filter} onChange={onChange} hint={t('reason.hint')} proposals={known.reason} />
        <Text name="type" label={t('type')} filter={filter} onChange={onChange} hint={t('type.hint')} proposals={known.type} />
        <Choice
          label={t('channel')}
          value={filter.channel ?? ''}
          options={known.channel.map((key) => [key, channelTitle(key)])}
          onChoose={(channel) => onChange({ channel })}
        />
        <Choice
          label={t('sandbox')}
          value={filter.sandbox ?? ''}
          options={[
            ['no', t('sandbox.no')],
            ['yes', t('sandbox.yes')],
          ]}
          onChoose={(sandbox) => onChange({ sandbox })}
        />
      </div>
    </form>
  );
}
