import { useLayoutEffect } from 'react';
import { useText } from '../i18n/use-text.ts';
import { usePrinting } from '../ui/printing.ts';

const SCHEME = 'data-mantine-color-scheme';

/** Paper is light, whatever the screen is. */
function useLightPaper(printing: boolean): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const before = root.getAttribute(SCHEME);
    if (!printing || before === null) return undefined;
    root.setAttribute(SCHEME, 'light');
    return () => root.setAttribute(SCHEME, before);
  }, [printing]);
}

/** Above every printed screen: what it is, of which project, and when it was printed. */
export function PrintHead() {
  const { t, instant } = useText();
  const printing = usePrinting();
  useLightPaper(printing);
  if (!printing) return null;
  return (
    <div className="print-head">
      <span>{document.title}</span>
      <span>{t('frame.printed', { at: instant(new Date().toISOString()) })}</span>
    </div>
  );
}
