/** Stands for the product's own origin, wherever it runs. */
const OWN = 'http://pimis.invalid';
const HOME = '/dashboard';

/**
 * Only an address of the product itself is a way back, as the browser would read it: it leaves out tabs and ends of lines,
 * takes a backslash for a slash, and two of these at the beginning for another site.
 */
export function safeRedirect(redirect: string | null): string {
  if (!redirect?.startsWith('/') || !URL.canParse(redirect, OWN)) return HOME;
  const { origin, pathname, search, hash } = new URL(redirect, OWN);
  return origin === OWN && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : HOME;
}
