/** A stand-in for the product's own origin. */
const OWN = 'http://pimis.invalid';
const HOME = '/dashboard';

/**
 * Accepts only addresses of the product, parsed as a browser does: it drops tabs and line ends, reads a backslash as a
 * slash, and takes two leading slashes for another site.
 */
export function safeRedirect(redirect: string | null): string {
  if (!redirect?.startsWith('/') || !URL.canParse(redirect, OWN)) return HOME;
  const { origin, pathname, search, hash } = new URL(redirect, OWN);
  return origin === OWN && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : HOME;
}
