import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { scheme } from './color-scheme.ts';
import { cssVariables, theme } from './theme.ts';

/**
 * The library is told the scheme with which it begins. What is drawn follows the attribute of the page, by its styles:
 * told of a change, the library would draw every part of the screen again.
 */
const firstScheme: MantineColorSchemeManager = {
  get: scheme,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** The look of everything below: the library with our theme. */
export function Look({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={firstScheme}>
      {children}
    </MantineProvider>
  );
}
