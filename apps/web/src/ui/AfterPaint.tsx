import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/** Whether what stands on the screen now, the press that led here, has been painted. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let gone = false;
    afterPaint(() => {
      // In steps: the release of a key, and what is pressed next, do not wait for all of it.
      if (!gone) startTransition(() => setPainted(true));
    });
    return () => {
      gone = true;
    };
  }, []);
  return painted;
}

/** What takes longer to draw than a press may: the frame that it fills is painted first. */
export function AfterPaint({ before = null, children }: { before?: ReactNode; children: ReactNode }) {
  return usePainted() ? children : before;
}
