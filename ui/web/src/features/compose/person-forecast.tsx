import { Link } from 'react-router';
import { composeTexts } from '@/features/compose/compose.texts';
import { isNow, numbersOf, outcomeOf, type Forecast, type Person } from '@/features/compose/forecast.model';
import { OutcomeTag } from '@/features/compose/outcome-tag';
import { useChannelTitles } from '@/shared/api/channel-titles';
import { moment } from '@/shared/format/moment';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { useSentence } from '@/shared/i18n/use-sentence';
import { SandboxMark } from '@/shared/ui/state-tag';

/** What would happen for one person, channel by channel, and what would not be used. */
export function PersonForecast({ person, asked }: { person: Person; asked: string }) {
  const t = useTexts(composeTexts);
  const language = useLanguage();
  const sentence = useSentence();
  const titles = useChannelTitles();
  const why = person.sentence ?? null;
  return (
    <>
      <h3 className="row apart">
        <Link to={`/recipients/${encodeURIComponent(person.recipient)}`}>{person.recipient}</Link>
        {person.inbox && <small className="soft compose-inbox">{t('forecast.inbox')}</small>}
      </h3>
      {why !== null && <p>{sentence(why)}</p>}
      <ul className="compose-ways-out">
        {person.deliveries.map((forecast) => (
          <li key={`${forecast.channel} ${forecast.account}`}>
            <Way forecast={forecast} name={titles[forecast.channel]?.[language] ?? forecast.channel} asked={asked} />
          </li>
        ))}
        {person.not_planned.map((way) => (
          <li key={way.channel} className="soft">
            <strong>{titles[way.channel]?.[language] ?? way.channel}</strong> · {t('forecast.not-used')}
            <p>{sentence(way.sentence)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Way({ forecast, name, asked }: { forecast: Forecast; name: string; asked: string }) {
  const t = useTexts(composeTexts);
  const language = useLanguage();
  const sentence = useSentence();
  const numbers = numbersOf(forecast);
  const outcome = outcomeOf(forecast.outcome);
  const goes = outcome.kind === 'would_be_sent' || outcome.kind === 'would_be_held';
  return (
    <>
      <p className="row">
        <OutcomeTag outcome={outcome} />
        {goes && <span>{isNow(forecast.at, asked) ? t('forecast.now') : t('forecast.then', { time: moment(forecast.at, language) })}</span>}
        <strong>{name}</strong>
        <span className="soft">
          {forecast.account}
          {forecast.sandbox && <SandboxMark />}
        </span>
      </p>
      <p>{sentence(forecast.sentence)}</p>
      {numbers.length > 0 && (
        <details>
          <summary>{t('forecast.numbers')}</summary>
          <dl className="facts">
            {numbers.map(([key, value]) => (
              <div key={key} className="compose-number">
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
