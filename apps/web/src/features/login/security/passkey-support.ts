import { takesPasskeys } from '@pimis/domain/access/passkey-address';

/** Returns whether the page's address is an IP address, for which no device makes passkeys. */
export const isNumberedAddress = (): boolean => !takesPasskeys(location.hostname);

/** The same page at a named address; null if there is none. */
export function namedAddress(): string | null {
  const { hostname, port, protocol, pathname, search } = location;
  const own = hostname.startsWith('127.') || hostname === '[::1]';
  return isNumberedAddress() && own ? `${protocol}//localhost${port && `:${port}`}${pathname}${search}` : null;
}

/** Returns whether this browser can use passkeys at this address. Without TLS it can at localhost only. */
export function offersPasskeys(): boolean {
  return !isNumberedAddress() && isSecureContext && 'PublicKeyCredential' in globalThis;
}
