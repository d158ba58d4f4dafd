import { lazy, type ReactElement, Suspense } from 'react';
import { loadMessages } from '../../i18n/i18n.ts';
import { LoginPage } from './LoginPage.tsx';
import { LocationPage, RequestLinkPage, SetPasswordPage } from './LinkPages.tsx';

/** Where one signs in. */
export const LOGIN = '/login';

/** A longer screen that few open: it comes when it is asked for, with what it says. */
const RegistrationPage = lazy(async () => {
  const [module] = await Promise.all([import('./registration/RegistrationPage.tsx'), loadMessages(['registration'])]);
  return { default: module.RegistrationPage };
});

const DownloadPage = lazy(async () => ({ default: (await import('./DownloadPage.tsx')).DownloadPage }));

const SCREENS: Record<string, (onSignedIn: (address: string) => void) => ReactElement> = {
  [LOGIN]: (onSignedIn) => <LoginPage onSignedIn={onSignedIn} />,
  '/login/initial': () => <RequestLinkPage kind="initial" />,
  '/login/password-reset': () => <RequestLinkPage kind="reset" />,
  '/login/location': () => <LocationPage />,
  '/document-download': () => (
    <Suspense>
      <DownloadPage />
    </Suspense>
  ),
  '/register-organization': () => (
    <Suspense>
      <RegistrationPage />
    </Suspense>
  ),
  '/activation': () => <SetPasswordPage kind="activation" />,
  '/reset-password': () => <SetPasswordPage kind="reset" />,
};

const tidy = (path: string) => path.replace(/(.)\/$/, '$1');

/** Is this the address of a screen that nobody has to sign in for? */
export const isPublic = (path: string): boolean => tidy(path) in SCREENS;

/** The screen of the address, for those who have not signed in. */
export function PublicScreen({ onSignedIn }: { onSignedIn: (address: string) => void }) {
  return SCREENS[tidy(location.pathname)]?.(onSignedIn);
}
