/** Is this name that of the machine we run on? What goes there goes over no network. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Hosts that stand for every address of this machine. */
const EVERY = ['0.0.0.0', '::'];

/**
 * Address of a server that listens there, for people on the same machine: by the name localhost, where there is no other.
 * Browsers make keys of devices for names alone.
 */
export function LOOPBACK_ADDRESS(host: string, port: number): string {
  const own = isLoopback(host) || EVERY.includes(host);
  return `http://${own ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
