import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ReactNode } from 'react';

/** A button that keeps the focus while it is unavailable; a disabled button would lose it. */
export function BarButton({
  busy,
  off,
  icon,
  onClick,
  onRefused,
  ...rest
}: ButtonProps & {
  busy: boolean;
  off: boolean;
  icon: ReactNode;
  onClick: () => void;
  /** Runs instead of `onClick` while the button is unavailable. */
  onRefused?: () => void;
  children: ReactNode;
}) {
  const idle = busy || off;
  return (
    <Button
      {...rest}
      leftSection={busy ? <Loader size={16} color="currentColor" /> : icon}
      onClick={() => (idle ? !busy && onRefused?.() : onClick())}
      data-disabled={off || undefined}
      aria-disabled={idle || undefined}
      aria-busy={busy}
    />
  );
}
