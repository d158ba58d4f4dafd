/** Returns whether the name means this machine. Traffic to it does not leave the machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Hosts that mean every address of this machine. */
const EVERY = ['0.0.0.0', '::'];

/**
 * The address under which people on the same machine open a server: localhost if possible, because browsers make
 * passkeys for names only.
 */
export function LOOPBACK_ADDRESS(host: string, port: number): string {
  const own = isLoopback(host) || EVERY.includes(host);
  return `http://${own ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
