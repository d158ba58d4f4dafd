import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from './icons.ts';

/** A warning before the next action; screen readers announce it when it appears. */
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
