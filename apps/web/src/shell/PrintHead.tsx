import { useLayoutEffect } from 'react';
import { useText } from '../i18n/use-text.ts';
import { usePrinting } from '../ui/printing.ts';

const SCHEME = 'data-mantine-color-scheme';

/** Prints always use the light theme. */
function useLightPaper(printing: boolean): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const before = root.getAttribute(SCHEME);
    if (!printing || before === null) return undefined;
    root.setAttribute(SCHEME, 'light');
    return () => root.setAttribute(SCHEME, before);
  }, [printing]);
}

/** The head of every printed screen: its title, the project and the time of printing. */
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
