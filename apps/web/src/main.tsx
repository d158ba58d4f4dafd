import '@fontsource-variable/source-sans-3/index.css';
import '@pimis/charts/tokens.css';
import './ui/global.css';
import './ui/forced-colors.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentSession, initSession } from './api/session.ts';
import { onSignOut, signInAddress } from './sign-out.ts';
import { isPublic, LOGIN, PublicScreen } from './features/login/PublicScreen.tsx';
import { safeRedirect } from './features/login/safe-redirect.ts';
import { initI18n } from './i18n/i18n.ts';
import { followTheme } from './ui/color-scheme.ts';

/*
 * The start of the page. It contains the screens before the sign-in; the rest is another script, which the browser
 * loads while the user types the password.
 */

const product = () => import('./product.tsx');

const element = document.getElementById('root');
if (!element) throw new Error('The page has no root element');
const root = createRoot(element);
let close = () => {};

async function enter(address?: string): Promise<void> {
  if (address !== undefined) history.replaceState(null, '', address);
  const { openProduct } = await product();
  close = await openProduct(root, address !== undefined);
}

/** Loads the script of the signed-in part when the browser is idle. */
function fetchAhead(): void {
  const later = document.getElementById('later');
  if (later instanceof HTMLTemplateElement) document.head.append(later.content);
}

function showPublic(): void {
  root.render(
    <StrictMode>
      <PublicScreen onSignedIn={(address) => void enter(address)} />
    </StrictMode>,
  );
  if (document.readyState === 'complete') fetchAhead();
  else addEventListener('load', fetchAhead, { once: true });
}

onSignOut((address) => {
  close();
  close = () => {};
  history.replaceState(null, '', address);
  showPublic();
});

const isIn = async () => {
  // The screen that needs the server reports its state.
  const session = await initSession().catch(() => currentSession());
  return session.status !== 'out';
};

/** Has the session of this browser ended by itself? */
const hasEnded = () => {
  const session = currentSession();
  return session.status === 'out' && session.ended;
};

followTheme();
await initI18n();
if (location.pathname === '/') history.replaceState(null, '', LOGIN);
if (isPublic(location.pathname)) {
  showPublic();
  if (location.pathname === LOGIN && (await isIn()) && currentSession().status === 'in') {
    await enter(safeRedirect(new URLSearchParams(location.search).get('redirect')));
  }
} else {
  const [, signedIn] = await Promise.all([product(), isIn()]);
  if (signedIn) await enter();
  else {
    history.replaceState(null, '', signInAddress(location.pathname + location.search, hasEnded()));
    showPublic();
  }
}
