/** A URL whose host ends with a number is an IPv4 address in any notation (WHATWG URL); one with colons is IPv6. */
const IPV4 = /\.\d+$/;

/**
 * Whether devices can create passkeys for a page of this host. They create them only for names: browsers refuse IP
 * addresses (WebAuthn, "effective domain"). `hostname` is that of a URL.
 */
export function takesPasskeys(hostname: string): boolean {
  return !IPV4.test(hostname) && !hostname.includes(':');
}
