import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { BrowserRouter, Link, Navigate, Route, Routes, useLocation } from 'react-router';
import { appTexts } from '@/app/app.texts';
import { Boundary } from '@/app/boundary';
import { LanguageButton, Shell, ThemeChoice } from '@/app/shell';
import { ApiError } from '@/shared/api/problem';
import { onSignedOut } from '@/shared/api/client';
import { become, onOtherTab, sessionQuery } from '@/shared/api/session';
import { useTexts } from '@/shared/i18n/texts';
import { ThemeProvider } from '@/shared/theme/theme';
import { Loading } from '@/shared/ui/loading';
import { Page } from '@/shared/ui/page';
import { Trouble } from '@/shared/ui/trouble';

// whoever is signed in already needs no form
const SignIn = lazy(async () => ({ default: (await import('@/features/session/sign-in')).SignIn }));

/** Only what may pass by itself is asked again. */
function again(failures: number, error: Error): boolean {
  const passing = error instanceof ApiError && (error.unreachable || error.status >= 500);
  return passing && failures < 3;
}

const client = new QueryClient({
  queryCache: new QueryCache(),
  mutationCache: new MutationCache(),
  defaultOptions: {
    queries: { retry: again, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

type Loaded = () => Promise<{ Component: ComponentType }>;

const page = (load: Loaded) => {
  const Component = lazy(async () => ({ default: (await load()).Component }));
  return <Component />;
};

const pages = [
  ['/', page(() => import('@/features/overview/overview-page'))],
  ['/messages', page(() => import('@/features/messages/messages-page'))],
  ['/messages/:id', page(() => import('@/features/messages/message-page'))],
  ['/why', page(() => import('@/features/why/why-page'))],
  ['/compose', page(() => import('@/features/compose/compose-page'))],
  ['/channels', page(() => import('@/features/channels/channels-page'))],
  ['/channels/:id', page(() => import('@/features/channels/channel-page'))],
  ['/recipients', page(() => import('@/features/recipients/recipients-page'))],
  ['/recipients/:id', page(() => import('@/features/recipients/recipient-page'))],
  ['/sign-in', <Navigate key="sign-in" to="/" replace />],
  ['*', <NotFound key="not-found" />],
] as const;

export function App() {
  return (
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <Boundary>
          <BrowserRouter>
            <Routes>
              <Route element={<Entrance />}>
                {pages.map(([path, element]) => (
                  <Route key={path} path={path} element={element} />
                ))}
              </Route>
            </Routes>
          </BrowserRouter>
        </Boundary>
      </QueryClientProvider>
    </ThemeProvider>
  );
}

/** Lets in who is signed in; shows the sign-in at the very address that was asked for. */
function Entrance() {
  const session = useQuery(sessionQuery);
  const { pathname } = useLocation();
  useEffect(() => onSignedOut(() => become(client, null)), []);
  useEffect(() => onOtherTab(() => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })), []);
  useEffect(() => {
    // answers a promise in browsers of late, which is nothing to clean up with
    window.scrollTo(0, 0);
  }, [pathname]);
  if (session.data) {
    return <Shell session={session.data} />;
  }
  return (
    <main className="entrance">
      <div className="row apart">
        <span className="brand">
          <img src="/favicon.svg" alt="" width={36} height={36} />
          Truebell
        </span>
        <span className="row">
          <LanguageButton />
          <ThemeChoice />
        </span>
      </div>
      {session.data === null && (
        <Suspense fallback={<Loading />}>
          <SignIn />
        </Suspense>
      )}
      {session.error !== null && <Trouble error={session.error} onRetry={session.refetch} />}
      {session.isLoading && <Loading />}
    </main>
  );
}

export function NotFound() {
  const t = useTexts(appTexts);
  return (
    <Page title={t('not-found')}>
      <div className="card">
        <p>{t('not-found.what')}</p>
        <p className="row">
          <Link to="/">{t('overview')}</Link>
          <Link to="/why">{t('why')}</Link>
        </p>
      </div>
    </Page>
  );
}
