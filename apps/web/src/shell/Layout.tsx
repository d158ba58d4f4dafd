import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useIsFetching } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { maySeeScreen } from '@pimis/domain/access/screens';
import { useSession } from '../api/session.ts';
import { type SessionUser, userOf } from '../api/session-store.ts';
import { leaveToSignIn } from '../sign-out.ts';
import { ImportWatch } from '../features/registries/ImportWatch.tsx';
import { useText } from '../i18n/use-text.ts';
import { Empty } from '../ui/Empty.tsx';
import { afterPaint } from '../ui/after-paint.ts';
import { IconMenu2 } from '../ui/icons.ts';
import { ReadOnlyBar } from '../ui/ReadOnlyBar.tsx';
import { useScrollLock } from '../ui/scroll-lock.ts';
import { Attention } from './Attention.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { Connection } from './Connection.tsx';
import { HeaderTools } from './HeaderTools.tsx';
import { useHelpOpened } from './help.ts';
import { LoginOverlay } from './LoginOverlay.tsx';
import { PrintHead } from './PrintHead.tsx';
import { Sidebar } from './Sidebar.tsx';
import './shell.css';

const HelpPanel = lazy(() => import('./HelpPanel.tsx').then((module) => ({ default: module.HelpPanel })));
const ShortcutsDialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
);

function LoaderBar() {
  // Background reads and prefetching do not show the progress bar.
  const fetching = useIsFetching({ predicate: (query) => query.meta?.quiet !== true && query.isActive() });
  const loading = useRouterState({ select: (state) => state.isLoading });
  const { t } = useText();
  if (fetching === 0 && !loading) return null;
  return <div className="shell-loader" role="progressbar" aria-label={t('common.loading')} />;
}

/** A keyboard shortcut for every screen, unless the user types in a field. */
function useKey(key: string, run: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const typing = target instanceof HTMLElement && target.closest('input, textarea, select, [role="textbox"]');
    if (event.key !== key || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}

/** The manual beside the screen; it does not redraw the frame. */
function Help() {
  const opened = useHelpOpened();
  if (!opened) return null;
  return (
    <Suspense>
      <HelpPanel />
    </Suspense>
  );
}

function Keys() {
  const [opened, { open, close }] = useDisclosure(false);
  useKey('?', open);
  if (!opened) return null;
  return (
    <Suspense>
      <ShortcutsDialog onClose={close} />
    </Suspense>
  );
}

/** The main menu on a narrow screen. */
function NarrowMenu() {
  const { t } = useText();
  const [opened, { open, close }] = useDisclosure(false);
  // A modal menu takes longer to render than a press may.
  const show = () => afterPaint(open);
  useScrollLock(opened);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ActionIcon
        ref={opener}
        variant="subtle"
        color="gray"
        hiddenFrom="md"
        onClick={show}
        aria-label={t('frame.nav.open')}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <Drawer.Root
        opened={opened}
        onClose={() => {
          close();
          opener.current?.focus();
        }}
        size={240}
        padding={0}
        lockScroll={false}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('frame.nav.main')}>
          <Drawer.Body p={0}>
            <Sidebar onNavigate={close} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}

/** A form needs the width of the menu for its tables, except on a wide screen. */
const FORM = /^\/projects\/[^/]+\/phases\/[^/]+\/forms\//;
const NOT_WIDE = '(max-width: 1599px)';

/**
 * The main menu with the content. It is folded by styles only, so nothing is rendered again. Beside a form it is folded
 * until the user chooses otherwise.
 */
function Shell({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useLocalStorage<boolean | null>({
    key: 'pimis.sidebar.collapsed',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const isNotWide = useMediaQuery(NOT_WIDE, false, { getInitialValueInEffect: false });
  const isForm = useRouterState({ select: ({ location }) => FORM.test(location.pathname) });
  const collapsed = chosen ?? (isForm && isNotWide);
  return (
    <div className="shell" data-collapsed={collapsed}>
      <Sidebar collapsed={collapsed} onToggle={() => setChosen(!collapsed)} />
      {children}
    </div>
  );
}

/** These screens check the rights themselves. */
const OWN_REFUSAL: readonly string[] = ['/project-lists', '/reporting', '/projects/create'];

/** The screen of the address; without the right to it the sentence alone, and none of its tools. */
function Screen({ user, path }: { user: SessionUser; path: string }) {
  const { status } = useText();
  const refusesItself = OWN_REFUSAL.some((beginning) => path.startsWith(beginning));
  if (!refusesItself && !maySeeScreen(user, path)) return <Empty page title={status('Forbidden')} />;
  return <Outlet />;
}

/**
 * Tabs of one thing are one screen: they have the first parts of the address in common. Each scenario is a screen of
 * its own.
 */
const screenOf = (path: string): string =>
  path.startsWith('/portfolio/scenarios/') ? path : path.split('/').slice(0, 3).join('/');

/** The frame of every screen behind the sign-in: menu, header, content, and the overlay of an expired session. */
export function Layout() {
  const { t } = useText();
  const session = useSession();
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const screen = screenOf(path);
  const before = useRef(screen);

  useEffect(() => {
    // A new screen takes the focus to its content, for screen readers and keyboards.
    if (before.current !== screen) main.current?.focus({ preventScroll: true });
    before.current = screen;
  }, [screen]);

  const user = userOf(session);
  const router = useRouter();
  const leave = useEffectEvent(() => leaveToSignIn(router.state.location.href));
  useEffect(() => {
    // Signed out, here or in another tab: the screen must disappear.
    if (!user) leave();
  }, [user]);
  if (!user) return null;

  return (
    <>
      <a className="skip-link" href="#main">
        {t('common.skip')}
      </a>
      <Shell>
        <div style={{ minWidth: 0 }}>
          <header className="shell-header">
            <LoaderBar />
            <NarrowMenu />
            <Breadcrumbs />
            <HeaderTools />
          </header>
          <Connection />
          <ReadOnlyBar />
          <Attention user={user} />
          <main id="main" ref={main} tabIndex={-1} className="shell-main">
            <PrintHead />
            {/* A different user starts with fresh screens, without the previous user's input. */}
            <Screen key={user.id} user={user} path={path} />
          </main>
        </div>
      </Shell>
      <Help />
      <Keys />
      <ImportWatch />
      {session.status === 'expired' && <LoginOverlay login={user.login} />}
    </>
  );
}
