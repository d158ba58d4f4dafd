import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { scheme } from './color-scheme.ts';
import { cssVariables, theme } from './theme.ts';

/**
 * The library gets only the initial scheme. Styles follow the page's attribute; with each change the library would
 * render everything again.
 */
const firstScheme: MantineColorSchemeManager = {
  get: scheme,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** The component library with our theme. */
export function Look({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={firstScheme}>
      {children}
    </MantineProvider>
  );
}
