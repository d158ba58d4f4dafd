import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/source-sans-3/index.css';
import '@fontsource-variable/source-sans-3/wght-italic.css';
import 'dayjs/locale/sr-cyrl';
import 'dayjs/locale/sr';
import './ui/global.css';
import './ui/print.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onUserChange, touchSession } from './api/session.ts';
import { initI18n } from './i18n/i18n.ts';
import { makeRouter } from './router.tsx';
import { setTitle } from './shell/title.ts';
import { guardFocus } from './ui/focus-guard.ts';
import { cssVariables, theme } from './ui/theme.ts';

const client = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: true, staleTime: 5000 } },
});
const router = makeRouter(client);

const nameTab = () => setTitle(router.state.matches);

router.subscribe('onResolved', () => {
  touchSession();
  nameTab();
});
i18next.on('languageChanged', nameTab);
// What one user has read is not shown to the next one at the same browser.
onUserChange((user) => {
  if (user) void client.resetQueries();
  else client.clear();
});

await initI18n();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
guardFocus();
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="light">
      <QueryClientProvider client={client}>
        <Notifications position="bottom-right" limit={5} className="notices" containerWidth={340} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
