import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startChildServer } from './child-server.ts';

const HAPROXY = '/usr/sbin/haproxy';

/** The header of an answer that names the server. */
export const SERVED_BY = 'x-served-by';

/** Each request goes to the next server: nobody stays with one. */
const config = (port: number, servers: readonly string[]) => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  http-reuse always
frontend all
  bind 127.0.0.1:${port}
  default_backend pimis
backend pimis
  balance roundrobin
  http-response set-header ${SERVED_BY} %s
${servers.map((url, index) => `  server s${index} ${new URL(url).host.replace('localhost', '127.0.0.1')}`).join('\n')}
`;

/** HAProxy before several servers, without sticky sessions. Returns its address and how to stop it. */
export async function startBalancer(servers: readonly string[]): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-balancer-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.conf');
  writeFileSync(file, config(port, servers));
  const stop = await startChildServer(HAPROXY, ['-db', '-f', file], { port, folder });
  return { url: `http://127.0.0.1:${port}`, stop };
}
