import { takesPasskeys } from '@pimis/domain/access/passkey-address';

/** Is this page at an address for which no device makes keys? */
export const isNumberedAddress = (): boolean => !takesPasskeys(location.hostname);

/** The same page at an address with a name, where there is one; null elsewhere. */
export function namedAddress(): string | null {
  const { hostname, port, protocol, pathname, search } = location;
  const own = hostname.startsWith('127.') || hostname === '[::1]';
  return isNumberedAddress() && own ? `${protocol}//localhost${port && `:${port}`}${pathname}${search}` : null;
}

/** Can this browser, at this address, ask a device for a key? Without TLS it may at localhost alone. */
export function offersPasskeys(): boolean {
  return !isNumberedAddress() && isSecureContext && 'PublicKeyCredential' in globalThis;
}
