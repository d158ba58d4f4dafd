/** A URL whose host ends with a number is one of IPv4, however it was typed (WHATWG URL); with colons, of IPv6. */
const IPV4 = /\.\d+$/;

/**
 * Can devices make keys for a page of this host? They make them for names: at an address that is an IP a browser refuses
 * (WebAuthn, "effective domain"). `hostname` is that of a URL.
 */
export function takesPasskeys(hostname: string): boolean {
  return !IPV4.test(hostname) && !hostname.includes(':');
}
