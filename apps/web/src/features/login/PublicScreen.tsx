import { lazy, type ReactElement, Suspense } from 'react';
import { loadMessages } from '../../i18n/i18n.ts';
import { LoginPage } from './LoginPage.tsx';

/** The address of the sign-in. */
export const LOGIN = '/login';

// Screens that most sign-ins do not need; each is loaded with its texts when it is opened.
const RegistrationPage = lazy(async () => {
  const [module] = await Promise.all([import('./registration/RegistrationPage.tsx'), loadMessages(['registration'])]);
  return { default: module.RegistrationPage };
});
const DownloadPage = lazy(async () => ({ default: (await import('./DownloadPage.tsx')).DownloadPage }));
const links = async () => (await Promise.all([import('./LinkPages.tsx'), loadMessages(['links'])]))[0];
const RequestLinkPage = lazy(async () => ({ default: (await links()).RequestLinkPage }));
const SetPasswordPage = lazy(async () => ({ default: (await links()).SetPasswordPage }));
const LocationPage = lazy(async () => {
  const [module] = await Promise.all([import('./LocationPage.tsx'), loadMessages(['links'])]);
  return { default: module.LocationPage };
});
const EmailChangePage = lazy(async () => {
  const [module] = await Promise.all([import('./EmailChangePage.tsx'), loadMessages(['links'])]);
  return { default: module.EmailChangePage };
});

const SCREENS: Record<string, (onSignedIn: (address: string) => void) => ReactElement> = {
  [LOGIN]: (onSignedIn) => <LoginPage onSignedIn={onSignedIn} />,
  '/login/initial': () => <RequestLinkPage kind="initial" />,
  '/login/password-reset': () => <RequestLinkPage kind="reset" />,
  '/login/location': () => <LocationPage />,
  '/register-organization': () => <RegistrationPage />,
  '/document-download': () => <DownloadPage />,
  '/activation': () => <SetPasswordPage kind="activation" />,
  '/email-change': () => <EmailChangePage step="confirm" />,
  '/email-change/stop': () => <EmailChangePage step="stop" />,
  '/reset-password': () => <SetPasswordPage kind="reset" />,
};

const tidy = (path: string) => path.replace(/(.)\/$/, '$1');

/** Returns whether the address belongs to a screen without a sign-in. */
export const isPublic = (path: string): boolean => tidy(path) in SCREENS;

/** The screen of the address for users who are not signed in. */
export function PublicScreen({ onSignedIn }: { onSignedIn: (address: string) => void }) {
  return <Suspense>{SCREENS[tidy(location.pathname)]?.(onSignedIn)}</Suspense>;
}
