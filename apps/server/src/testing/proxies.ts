import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startChildServer } from './child-server.ts';

/** A reverse proxy that keeps its connections to the product and shares them among clients. */
export interface Proxy {
  name: 'nginx' | 'haproxy';
  port: number;
  stop: () => Promise<void>;
}

const PROGRAMS = { nginx: '/usr/sbin/nginx', haproxy: '/usr/sbin/haproxy' } as const;
export const installedProxies = (Object.keys(PROGRAMS) as Proxy['name'][]).filter((name) => existsSync(PROGRAMS[name]));
export const missingProxies = (Object.keys(PROGRAMS) as Proxy['name'][]).filter((name) => !existsSync(PROGRAMS[name]));

/** Bodies are forwarded as they arrive, so a refusal reaches the proxy in the middle of one. */
const nginx = (folder: string, port: number, server: number) => `
daemon off;
master_process off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log info;
events { worker_connections 128; }
http {
  access_log off;
  client_max_body_size 0;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  upstream pimis { server 127.0.0.1:${server}; keepalive 1; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://pimis;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_request_buffering off;
      proxy_read_timeout 20s;
    }
  }
}
`;

/** One connection serves several clients. */
const haproxy = (_folder: string, port: number, server: number) => `
defaults
  mode http
  timeout connect 5s
  timeout client 20s
  timeout server 20s
  http-reuse always
frontend all
  bind 127.0.0.1:${port}
  default_backend pimis
backend pimis
  server one 127.0.0.1:${server} maxconn 1
`;

/** Starts a proxy on a port of this machine, before the server on another. */
export async function startProxy(name: Proxy['name'], server: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `pimis-${name}-`));
  const port = await freePort();
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, name === 'nginx' ? nginx(folder, port, server) : haproxy(folder, port, server));
  const given = name === 'nginx' ? ['-p', folder, '-e', join(folder, 'error.log'), '-c', file] : ['-db', '-f', file];
  const stop = await startChildServer(PROGRAMS[name], given, { port, folder });
  return {
    name,
    port,
    stop,
  };
}
