import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { loadMessages } from '../../../i18n/i18n.ts';
import { leftOutText } from '../../../ui/left-out-text.ts';
import { guardPastes } from '../../../ui/paste-guard.ts';

/**
 * Pastes from Word without deleted and hidden text, like the rest of the product, whose messages this page does not
 * load. Returns the parts that the last paste left out; null if none.
 */
export function useLeftOut(): string | null {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    const forget = () => setSaid(null);
    const endGuard = guardPastes((left, act) => {
      act();
      if (left.size > 0) void loadMessages(['forms']).then(() => setSaid(leftOutText(left, i18next.t)));
    });
    window.addEventListener('paste', forget);
    return () => {
      endGuard();
      window.removeEventListener('paste', forget);
    };
  }, []);
  return said;
}
