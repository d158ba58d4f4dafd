import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

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

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

async function listens(port: number, child: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The proxy has ended: ${said()}`);
    const there = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        done(true);
      });
      socket.once('error', () => done(false));
    });
    if (there) return;
    await delay(20);
  }
}

/** Starts a proxy on a port of this machine, before the server on another. */
export async function startProxy(name: Proxy['name'], server: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `pimis-${name}-`));
  const port = await freePort();
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, name === 'nginx' ? nginx(folder, port, server) : haproxy(folder, port, server));
  const given = name === 'nginx' ? ['-p', folder, '-e', join(folder, 'error.log'), '-c', file] : ['-db', '-f', file];
  const child = spawn(PROGRAMS[name], given, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const exit = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  await listens(port, child, () => said);
  return {
    name,
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
