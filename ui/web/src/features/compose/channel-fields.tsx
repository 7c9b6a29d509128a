import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { routesQuery } from '@/features/compose/compose.api';
import { composeTexts } from '@/features/compose/compose.texts';
import { ways, type Change, type Draft } from '@/features/compose/draft.model';
import { useChannelTitles } from '@/shared/api/channel-titles';
import { channelsQuery } from '@/shared/api/channels';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { CheckField } from '@/shared/ui/form-field';

interface Props {
  draft: Draft;
  onChange: (change: Change) => void;
  wrong: string | undefined;
}

/** By which channels: the route decides unless some are named. */
export function ChannelFields({ draft, onChange, wrong }: Props) {
  const t = useTexts(composeTexts);
  const id = useId();
  return (
    <fieldset className="compose-ways" data-wrong={wrong !== undefined} aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}>
      <legend>{t('way')}</legend>
      {ways.map((way) => (
        <div key={way} className="check">
          <input type="radio" id={`${id}-${way}`} name={id} checked={draft.way === way} onChange={() => onChange({ way })} />
          <label htmlFor={`${id}-${way}`}>{t(`way.${way}`)}</label>
          {way === 'route' && draft.way === 'route' && <RouteHint type={draft.type.trim()} />}
        </div>
      ))}
      {draft.way === 'chosen' && <Chosen draft={draft} onChange={onChange} wrong={wrong} />}
      {wrong !== undefined && (
        <span id={`${id}-wrong`} className="field-wrong" role="alert">
          {wrong}
        </span>
      )}
    </fieldset>
  );
}

function RouteHint({ type }: { type: string }) {
  const t = useTexts(composeTexts);
  const language = useLanguage();
  const titles = useChannelTitles();
  const { data } = useQuery(routesQuery);
  if (data === undefined || type === '') {
    return null;
  }
  const route = data.find((one) => one.type === type);
  const names = route?.channels.map((channel) => titles[channel]?.[language] ?? channel).join(language === 'zh' ? '、' : ', ');
  return <span className="field-hint">{names === undefined ? t('way.route.none') : t('way.route.of', { type, channels: names })}</span>;
}

function Chosen({ draft, onChange }: Props) {
  const t = useTexts(composeTexts);
  const language = useLanguage();
  const channels = useQuery({ ...channelsQuery, retry: false });
  const toggle = (key: string, on: boolean) => onChange({ channels: on ? [...draft.channels, key] : draft.channels.filter((other) => other !== key) });
  if (channels.error !== null) {
    return <p className="field-hint">{t('channels.away')}</p>;
  }
  return (
    <div className="compose-channels">
      {(channels.data ?? []).map(({ key, title }) => (
        <CheckField key={key} label={title[language]} checked={draft.channels.includes(key)} onChange={(on) => toggle(key, on)} />
      ))}
    </div>
  );
}
