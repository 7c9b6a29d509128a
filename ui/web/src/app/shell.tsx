import { Suspense, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { appTexts } from '@/app/app.texts';
import { Boundary } from '@/app/boundary';
import { become, signOut, tellTabs, type Session } from '@/shared/api/session';
import { choose } from '@/shared/i18n/i18n';
import { useLanguage, useTexts } from '@/shared/i18n/texts';
import { useTheme, type Choice } from '@/shared/theme/theme';
import { Button } from '@/shared/ui/button';
import { Loading } from '@/shared/ui/loading';
import { Offline } from '@/shared/ui/offline';

const pages = [
  ['/', 'overview'],
  ['/messages', 'messages'],
  ['/why', 'why'],
  ['/compose', 'compose'],
  ['/channels', 'channels'],
  ['/recipients', 'recipients'],
] as const;

const choices: readonly Choice[] = ['light', 'dark', 'system'];

/** What stands around every page once somebody is signed in. */
export function Shell({ session }: { session: Session }) {
  const t = useTexts(appTexts);
  const drawer = useRef<HTMLDialogElement>(null);
  const close = () => drawer.current?.close();
  const { pathname } = useLocation();
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <header className="top">
        <span className="menu-button">
          <Button aria-haspopup="dialog" onClick={() => drawer.current?.showModal()}>
            {t('menu')}
          </Button>
        </span>
        <Brand />
        <div className="row top-right">
          <span className="soft tenant" title={t('signed-in', { tenant: session.slug, key: session.key_prefix })}>
            {session.slug}
          </span>
          <LanguageButton />
          <ThemeChoice />
          <SignOut />
        </div>
      </header>
      <nav className="side" aria-label={t('pages')}>
        <Links />
      </nav>
      <dialog ref={drawer} className="drawer" aria-label={t('menu')}>
        <div className="row apart">
          <Brand />
          <Button look="quiet" onClick={close}>
            {t('close')}
          </Button>
        </div>
        <nav aria-label={t('pages')}>
          <Links onChosen={close} />
        </nav>
      </dialog>
      <main id="content" tabIndex={-1}>
        <Offline />
        <Boundary key={pathname}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </Boundary>
      </main>
    </div>
  );
}

function Brand() {
  return (
    <span className="brand">
      <img src="/favicon.svg" alt="" width={28} height={28} />
      Truebell
    </span>
  );
}

function Links({ onChosen }: { onChosen?: () => void }) {
  const t = useTexts(appTexts);
  return (
    <ul className="links">
      {pages.map(([to, page]) => (
        <li key={to}>
          <NavLink to={to} end={to === '/'} onClick={onChosen}>
            {t(page)}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

export function LanguageButton() {
  const t = useTexts(appTexts);
  const language = useLanguage();
  const next = language === 'en' ? 'zh' : 'en';
  return (
    <Button look="quiet" lang={next === 'zh' ? 'zh-Hans' : 'en'} title={t('language.title')} onClick={() => choose(next)}>
      {t('language')}
    </Button>
  );
}

export function ThemeChoice() {
  const t = useTexts(appTexts);
  const theme = useTheme();
  return (
    <select
      className="choice"
      aria-label={t('theme')}
      value={theme.choice}
      onChange={(event) => theme.choose(choices.find((choice) => choice === event.target.value) ?? 'system')}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {t(`theme.${choice}`)}
        </option>
      ))}
    </select>
  );
}

function SignOut() {
  const t = useTexts(appTexts);
  const client = useQueryClient();
  const out = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      become(client, null);
      tellTabs();
    },
  });
  return (
    <>
      {out.isError && (
        <span role="alert" className="state tone-bad">
          {t('sign-out.failed')}
        </span>
      )}
      <Button look="quiet" busy={out.isPending} onClick={() => out.mutate()}>
        {t('sign-out')}
      </Button>
    </>
  );
}
