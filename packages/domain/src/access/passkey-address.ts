/** Four numbers, as an address of IPv4 is written; with colons, one of IPv6. A browser writes both in one way alone. */
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * Can devices make keys for a page of this host? They make them for names: at an address that is an IP a browser refuses
 * (WebAuthn, "effective domain"). `hostname` is that of a URL.
 */
export function takesPasskeys(hostname: string): boolean {
  return !IPV4.test(hostname) && !hostname.includes(':');
}
