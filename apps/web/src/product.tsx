import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/source-sans-3/wght-italic.css';
import 'dayjs/locale/sr-cyrl';
import 'dayjs/locale/sr';
import './ui/fields.css';
import './ui/print.css';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { onUserChange, touchSession } from './api/session.ts';
import { sweepInput } from './features/editing/kept-input.ts';
import { loadMessages } from './i18n/i18n.ts';
import { makeRouter } from './router.tsx';
import { FRAME_AREAS } from './screens.tsx';
import { setTitle } from './ui/title.ts';
import type { TableSearch } from './ui/DataTable/state.ts';
import { guardDrops } from './ui/drop-guard.ts';
import { focusFirstErrors } from './ui/first-error.ts';
import { guardFocus } from './ui/focus-guard.ts';
import { Look } from './ui/Look.tsx';
import { notifyLeftOut } from './ui/notify-left-out.ts';
import { guardPastes } from './ui/paste-guard.ts';

const client = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: true, staleTime: 5000 } },
});
// The next user of the same browser must not see the former user's data.
onUserChange((user) => {
  if (user) void client.resetQueries();
  else client.clear();
});

/** The screen of the sign-in has left with the focused element; as on every new screen, the content takes the focus. */
function focusFirstScreen(router: ReturnType<typeof makeRouter>): void {
  const stop = router.subscribe('onRendered', () => {
    stop();
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  });
}

let guarded = false;

/** Shows the screen of the address to a signed-in user. Returns a function that closes it. */
export async function openProduct(root: Root, justSignedIn: boolean): Promise<() => void> {
  sweepInput();
  const router = makeRouter(client);
  // Script and data of the first screen load together with the texts of the frame.
  void router.preloadRoute({ to: router.latestLocation.pathname, search: (current: TableSearch) => current });
  await loadMessages(FRAME_AREAS);
  const nameTab = () => setTitle(router.state.matches);
  router.subscribe('onResolved', () => {
    touchSession();
    nameTab();
  });
  if (justSignedIn) focusFirstScreen(router);
  i18next.on('languageChanged', nameTab);
  if (!guarded) {
    guardFocus();
    focusFirstErrors();
    guardDrops();
    guardPastes((left, act) => notifyLeftOut(left, i18next.t, act));
  }
  guarded = true;
  root.render(
    <StrictMode>
      <Look>
        <QueryClientProvider client={client}>
          <Notifications position="bottom-right" limit={5} className="notices" containerWidth={340} />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Look>
    </StrictMode>,
  );
  return () => {
    i18next.off('languageChanged', nameTab);
    router.history.destroy();
  };
}
