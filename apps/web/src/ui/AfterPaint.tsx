import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/** Whether the present screen, including the press that led here, has been painted. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let gone = false;
    afterPaint(() => {
      // In separate tasks, so that the next input is not blocked by all of it.
      if (!gone) startTransition(() => setPainted(true));
    });
    return () => {
      gone = true;
    };
  }, []);
  return painted;
}

/** Content that takes long to render: its frame is painted first. */
export function AfterPaint({ before = null, children }: { before?: ReactNode; children: ReactNode }) {
  return usePainted() ? children : before;
}
