import { ApiError } from '@/shared/api/problem';
import { useTexts, type Translate } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { sharedTexts } from '@/shared/ui/shared.texts';

type Key = Parameters<Translate<NonNullable<(typeof sharedTexts)['key']>>>[0];

/** What to do about it, by code first and by status then. */
function advice(error: ApiError): Key | undefined {
  if (error.unreachable) return 'trouble.unreachable';
  if (error.code === 'missing_scope' || error.status === 403 && error.code === 'forbidden') return 'trouble.missing_scope';
  if (error.code === 'csrf') return 'trouble.csrf';
  if (error.status === 404) return 'trouble.not_found';
  if (error.status === 429) return 'trouble.too_many_requests';
  if (error.status >= 500) return 'trouble.server';
  return undefined;
}

/** The one way in which an error is shown: what happened and what to do. */
export function Trouble({ error, onRetry }: { error: Error; onRetry?: () => unknown }) {
  const t = useTexts(sharedTexts);
  const problem = error instanceof ApiError ? error : new ApiError(500, 'unexpected', error.message);
  const hint = advice(problem);
  return (
    <div className="trouble tone-bad" role="alert">
      <strong>{t('trouble.title')}</strong>
      <p>{hint === undefined ? problem.message : t(hint, { seconds: problem.retryAfter ?? 60 })}</p>
      {problem.errors.length > 0 && (
        <>
          <p>{t('trouble.fields')}</p>
          <ul>
            {problem.errors.map((wrong) => (
              <li key={wrong.field + wrong.code}>
                <code>{wrong.field}</code>: {wrong.reason}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="row">
        {onRetry !== undefined && <Button onClick={() => void onRetry()}>{t('retry')}</Button>}
        {problem.requestId !== undefined && (
          <small>
            {t('trouble.request')} <code>{problem.requestId}</code>
          </small>
        )}
      </div>
    </div>
  );
}
