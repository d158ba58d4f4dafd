import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { filled } from '../deploy/ha/cluster.ts';
import { SETTINGS } from '../apps/server/src/cli/doctor/settings.ts';
import { CALL_CONNECTIONS, SERVER_CONNECTIONS } from '../apps/server/src/platform/database/connection-counts.ts';
import { envelope } from '../apps/server/src/platform/http/envelope.ts';
import { makeCertificate } from '../apps/server/src/testing/certificate.ts';
import { freePort, startChildServer } from '../apps/server/src/testing/child-server.ts';

const DEPLOY = join(import.meta.dirname, '..', 'deploy');
const MOST_EXPOSED = 2;
const has = (command: string, argument: string) => spawnSync(command, [argument]).error === undefined;
const folder = mkdtempSync(join(tmpdir(), 'pimis-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('image, compose file and chart name settings that exist', () => {
  const files = [
    ...['Containerfile', 'compose.yaml'].map((name) => `container/${name}`),
    ...['values.yaml', 'templates/_helpers.tpl'].map((name) => `helm/pimis/${name}`),
  ];
  // Names of the database's image, the S3 library and the compose file itself.
  const others = /^(?:POSTGRES_|AWS_|S3_|PIMIS_|COMPOSE_)|^RELEASE$/;
  const named = files.flatMap((file) =>
    [...readFileSync(join(DEPLOY, file), 'utf8').matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)].map(([name]) => name),
  );
  expect(named.length).toBeGreaterThan(20);
  const known: readonly string[] = SETTINGS;
  expect([...new Set(named)].filter((name) => !known.includes(name) && !others.test(name))).toEqual([]);
});

it('the chart gives the database the connections that servers take, and the manual for operators names them', () => {
  const chart = readFileSync(join(DEPLOY, 'helm/pimis/templates/database.yaml'), 'utf8');
  expect(chart).toContain(`max_connections: {{ add (mul ${SERVER_CONNECTIONS} (`);
  const manual = readFileSync(join(DEPLOY, '..', 'docs', 'operations.md'), 'utf8');
  expect(manual).toContain(
    `${CALL_CONNECTIONS} connections to the database for calls, and ${SERVER_CONNECTIONS - CALL_CONNECTIONS} for jobs: the database must take ${SERVER_CONNECTIONS} for each server`,
  );
});

describe.skipIf(!has('systemd-analyze', '--version'))('the units of systemd', () => {
  it.each(['pimis.service', 'pimis-worker.service'])('%s is understood, and exposes little', (name) => {
    const text = readFileSync(join(DEPLOY, 'systemd', name), 'utf8');
    // A command that is there: the release is not installed on this machine.
    const unit = join(folder, name);
    writeFileSync(unit, text.replace(/\/opt\/pimis\/pimis \w+/, '/bin/true'));
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect(verified.stderr.split('\n').filter((line) => line.includes(name))).toEqual([]);
    const told = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
    });
    const [, exposure = ''] = /exposure level for \S+: ([\d.]+)/.exec(told) ?? [];
    expect(Number(exposure)).toBeGreaterThan(0);
    expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSED);
  });
});

/** The certificate and key that the proxies' configurations name. */
async function writeCertificate(): Promise<void> {
  const { cert, key } = await makeCertificate();
  writeFileSync(join(folder, 'certificate.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
}

const NAME = 'pimis.example.rs';
const MODERN = 'ECDHE-RSA-AES128-GCM-SHA256';

/** A server behind a proxy that answers the headers that it was given; under /busy with 503. */
async function startEcho(): Promise<{ port: number; stop: () => void }> {
  const server = createServer((request, response) => {
    if (request.url === '/busy') response.statusCode = 503;
    response.end(JSON.stringify(request.headers));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

/** The answer to a GET over TLS; empty if the handshake fails or no answer comes. */
function askOver(
  port: number,
  {
    servername = NAME,
    host = NAME,
    path = '/',
    ciphers,
  }: { servername?: string; host?: string; path?: string; ciphers?: string },
): Promise<string> {
  return new Promise((done) => {
    let answer = '';
    const options = { port, host: '127.0.0.1', servername, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] };
    const old = ciphers === undefined ? {} : { ciphers: `${ciphers}:@SECLEVEL=0`, maxVersion: 'TLSv1.2' as const };
    const socket = connect({ ...options, ...old }, () => {
      const forged = ['X-Forwarded-Host', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP'];
      const lines = forged.map((name) => `${name}: evil.example`);
      socket.write(
        [
          `GET ${path} HTTP/1.1`,
          `Host: ${host}`,
          ...lines,
          'Forwarded: host=evil.example',
          'Connection: close',
          '',
          '',
        ].join('\r\n'),
      );
    });
    socket.on('data', (data: Buffer) => (answer += data.toString()));
    socket.on('error', () => done(answer));
    socket.on('close', () => done(answer));
  });
}

/** Caddy uses one list of names for calls and certificates; it checks only the name of the call. */
async function holds(port: number, { looksAtHandshake }: { looksAtHandshake: boolean }): Promise<void> {
  const own = await askOver(port, {});
  expect(own).toMatch(/^HTTP\/1\.1 200/);
  const seen = JSON.parse(/\{.*\}/s.exec(own)?.[0] ?? '') as Record<string, string>;
  expect([seen.host, seen['x-forwarded-host'], seen['x-forwarded-for'], seen['x-forwarded-proto']]).toEqual([
    NAME,
    NAME,
    '127.0.0.1',
    'https',
  ]);
  expect(JSON.stringify(seen)).not.toContain('evil');
  if (looksAtHandshake) expect(await askOver(port, { servername: 'evil.example' })).toBe('');
  expect(await askOver(port, { servername: 'evil.example', host: 'evil.example' })).toBe('');
  expect(await askOver(port, { host: 'evil.example' })).toBe('');
  expect(await askOver(port, { ciphers: MODERN })).toMatch(/^HTTP\/1\.1 200/);
  for (const weak of ['AES128-SHA', 'AES256-GCM-SHA384', 'ECDHE-RSA-AES128-SHA']) {
    expect(await askOver(port, { ciphers: weak }), weak).toBe('');
  }
}

/** While no server answers, people get a page that reloads itself, and programs the envelope of an error. */
async function standsIn(port: number, status: number): Promise<void> {
  const page = await askOver(port, { path: '/projects' });
  const answer = await askOver(port, { path: '/api/projects' });
  for (const text of [page, answer]) {
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
    expect(text).toMatch(/^retry-after: 30\r$/im);
    expect(text).toMatch(/^cache-control: no-store\r$/im);
    expect(text.match(/^strict-transport-security:/gim)).toHaveLength(1);
  }
  expect(page).toMatch(/^content-type: text\/html; ?charset=utf-8\r$/im);
  expect(page).toContain('ПИМИС тренутно није доступан');
  expect(answer).toMatch(/^content-type: application\/json; ?charset=utf-8\r$/im);
  expect(JSON.parse(/\{.*\}/s.exec(answer)?.[0] ?? '')).toEqual(envelope('ServiceUnavailable'));
}

describe.skipIf(!has('nginx', '-v'))("nginx's file (apt-get install nginx)", () => {
  it('is understood', async () => {
    await writeCertificate();
    const site = readFileSync(join(DEPLOY, 'proxy/nginx.conf'), 'utf8')
      .replaceAll('/etc/pimis/tls', folder)
      .replaceAll('/var/log/nginx', folder)
      // Nobody has to be root to read a file.
      .replaceAll(/\b80;/g, '8080;')
      .replaceAll(/\b443 /g, '8443 ');
    const whole = `pid ${folder}/pid; error_log ${folder}/error.log; events {} http { ${site} }`;
    writeFileSync(join(folder, 'nginx.conf'), whole);
    const tried = spawnSync('nginx', ['-t', '-c', join(folder, 'nginx.conf'), '-p', folder], { encoding: 'utf8' });
    expect(tried.stderr).toContain('test is successful');
    expect(tried.stderr).not.toContain('[warn]');
  });

  it('passes on no forged header, refuses foreign names and old ciphers, and stands in for a server that is gone', async () => {
    await writeCertificate();
    const echo = await startEcho();
    const port = await freePort();
    const plain = await freePort();
    const site = readFileSync(join(DEPLOY, 'proxy/nginx.conf'), 'utf8')
      .replaceAll('/etc/pimis/tls', folder)
      .replaceAll('/var/log/nginx', folder)
      .replaceAll(/listen \[::\]:.*\n/g, '')
      .replaceAll(/listen 80\b/g, `listen 127.0.0.1:${plain}`)
      .replaceAll(/listen 443\b/g, `listen 127.0.0.1:${port}`)
      .replace('/opt/pimis/deploy', DEPLOY)
      .replace('127.0.0.1:3000', `127.0.0.1:${echo.port}`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`);
    const own = mkdtempSync(join(tmpdir(), 'pimis-nginx-'));
    const whole = `daemon off; master_process off; pid ${own}/pid; events {} http { ${paths.join(' ')} ${site} }`;
    writeFileSync(join(own, 'nginx.conf'), whole);
    const args = ['-p', own, '-e', join(own, 'error.log'), '-c', join(own, 'nginx.conf')];
    const stop = await startChildServer('nginx', args, { port, folder: own });
    try {
      await holds(port, { looksAtHandshake: true });
      const redirect = await fetch(`http://127.0.0.1:${plain}/`, { redirect: 'manual' }).catch(() => null);
      expect(redirect).toBeNull();
      // The server's own refusal passes; the proxy shows its own page only if the server does not answer.
      const refused = await askOver(port, { path: '/busy' });
      expect(refused).toMatch(/^HTTP\/1\.1 503/);
      expect(refused).toContain(`"x-forwarded-host":"${NAME}"`);
      echo.stop();
      await standsIn(port, 502);
      for (const kind of ['html', 'json']) {
        expect(await askOver(port, { path: `/pimis-unavailable.${kind}` })).toMatch(/^HTTP\/1\.1 404/);
      }
    } finally {
      await stop();
      echo.stop();
    }
  });
});

describe.skipIf(!has('caddy', 'version'))("Caddy's file (apt-get install caddy)", () => {
  it('is understood', async () => {
    await writeCertificate();
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, readFileSync(join(DEPLOY, 'proxy/Caddyfile'), 'utf8').replaceAll('/etc/pimis/tls', folder));
    const tried = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
    });
    expect(tried.stdout + tried.stderr).toContain('Valid configuration');
  });

  it('passes on no forged header, refuses foreign names and old ciphers, and stands in for a server that is gone', async () => {
    await writeCertificate();
    const echo = await startEcho();
    const port = await freePort();
    const plain = await freePort();
    const own = mkdtempSync(join(tmpdir(), 'pimis-caddy-'));
    const site = readFileSync(join(DEPLOY, 'proxy/Caddyfile'), 'utf8')
      .replaceAll('/etc/pimis/tls', folder)
      .replaceAll('/opt/pimis/deploy', DEPLOY)
      .replace('127.0.0.1:3000', `127.0.0.1:${echo.port}`);
    const ports = `{\n\tadmin off\n\tstorage file_system ${own}\n\thttp_port ${plain}\n\thttps_port ${port}\n}\n`;
    writeFileSync(join(own, 'Caddyfile'), ports + site);
    const args = ['run', '--adapter', 'caddyfile', '--config', join(own, 'Caddyfile')];
    const stop = await startChildServer('caddy', args, { port, folder: own });
    try {
      await holds(port, { looksAtHandshake: false });
      expect(await askOver(port, { path: '/busy' })).toContain(`"x-forwarded-host":"${NAME}"`);
      echo.stop();
      await standsIn(port, 502);
    } finally {
      await stop();
      echo.stop();
    }
  });
});

describe.skipIf(!has('haproxy', '-v'))("HAProxy's file of the servers (apt-get install haproxy)", () => {
  /** The file with ports and a certificate of this machine. */
  async function writeHaproxy(own: string, { port, servers }: { port: number; servers: [number, number] }) {
    const { cert, key } = await makeCertificate();
    writeFileSync(join(own, 'haproxy.pem'), `${cert.toString()}\n${key.toString()}`);
    const text = readFileSync(join(DEPLOY, 'proxy/haproxy.cfg'), 'utf8')
      .replaceAll('/etc/pimis/tls', own)
      .replaceAll('/opt/pimis/deploy', DEPLOY)
      .replace('bind :80', `bind 127.0.0.1:${await freePort()}`)
      .replace('bind :443', `bind 127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${servers[0]}`)
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${servers[1]}`);
    const file = join(own, 'haproxy.cfg');
    writeFileSync(file, text);
    return file;
  }

  it('is understood, passes on no forged header, and loses no call with one of two servers', async () => {
    const own = mkdtempSync(join(tmpdir(), 'pimis-haproxy-'));
    const [one, two] = [await startEcho(), await startEcho()];
    const port = await freePort();
    const file = await writeHaproxy(own, { port, servers: [one.port, two.port] });
    const tried = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
    expect(tried.status, tried.stderr).toBe(0);
    expect(tried.stderr).not.toMatch(/WARNING|ALERT/);
    const stop = await startChildServer('haproxy', ['-db', '-f', file], { port, folder: own });
    try {
      await holds(port, { looksAtHandshake: false });
      expect((await askOver(port, {})).match(/^Strict-Transport-Security:/gim)).toHaveLength(1);
      one.stop();
      for (let call = 0; call < 8; call += 1) expect(await askOver(port, {})).toMatch(/^HTTP\/1\.1 200/);
      two.stop();
      await standsIn(port, 503);
    } finally {
      await stop();
      one.stop();
      two.stop();
    }
  });
});

describe.skipIf(!has('haproxy', '-v'))("HAProxy's file of the cluster (apt-get install haproxy)", () => {
  it('is understood', () => {
    const servers = '  server node1 127.0.1.1:5432 check port 8008';
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, filled('haproxy.cfg', { primaryPort: '5000', replicaPort: '5001', servers }));
    const tried = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
    expect(tried.status, tried.stderr).toBe(0);
    expect(tried.stderr).not.toMatch(/WARNING|ALERT/);
  });
});

describe.skipIf(!has('yamllint', '--version'))('YAML that is shipped (apt-get install yamllint)', () => {
  it('is well formed, each key once', () => {
    const rules =
      '{extends: default, rules: {line-length: disable, document-start: disable, braces: disable, brackets: disable, comments: disable, indentation: disable, truthy: disable, quoted-strings: disable}}';
    const files = [
      'container/compose.yaml',
      'helm/pimis/values.yaml',
      'helm/pimis/Chart.yaml',
      'monitoring/alerts.yml',
    ];
    const told = spawnSync('yamllint', ['--strict', '-d', rules, ...files], { cwd: DEPLOY, encoding: 'utf8' });
    expect(told.stdout).toBe('');
  });
});
