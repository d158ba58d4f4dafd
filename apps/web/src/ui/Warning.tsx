import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from './icons.ts';

/** What to know before going on, read aloud as it appears. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <Alert
    color="yellow"
    icon={<IconAlertTriangle size={18} />}
    mb={14}
    styles={{ message: { color: 'var(--p-warning)' } }}
  >
    {children}
  </Alert>
);
