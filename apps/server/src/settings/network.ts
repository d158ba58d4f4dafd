import { BlockList, isIP } from 'node:net';
import { LOOPBACK_ADDRESS } from '../platform/http/is-loopback.ts';
import { addNetwork } from '../platform/http/networks.ts';
import { address, ConfigError, type Env, integer } from './read.ts';

/** Where the server listens, under which name people reach it, and whose networks it trusts. */
export interface NetworkSettings {
  port: number;
  host: string;
  /** Address under which people reach the product; used in mails and links. No trailing slash. */
  publicUrl: string;
  /** A path at which a proxy forwards event streams differently; without a slash at its end. */
  hubRoot: string;
  /** Networks of proxies on other machines, whose X-Forwarded-For is believed. */
  trustedProxies: BlockList;
  /** Hosts of the own network to which webhooks may lead, also by http. */
  webhookInternalHosts: readonly string[];
}

/** Where the server listens; read before all other settings. */
export function listenAddress(env: Env): { host: string; port: number } {
  const host = env.HOST || '127.0.0.1';
  // An address such as 300.1.1.1 is no name either.
  if (!URL.canParse(LOOPBACK_ADDRESS(host, 0)) || /[/@?#]/.test(host)) {
    throw new ConfigError('HOST', `must be a name or an address of this machine, not "${host}"`);
  }
  return { host, port: integer(env, 'PORT', 3000, 0, 65535) };
}

/** The address that people use: paths of the product are added to it, and the server listens at its root. */
function publicAddress(env: Env): string | undefined {
  const text = address(env, 'PUBLIC_URL', ['http:', 'https:']);
  if (text === undefined) return undefined;
  const { origin, href } = new URL(text);
  if (href !== `${origin}/`) {
    throw new ConfigError('PUBLIC_URL', 'must be a name with http: or https:, without path, query and account');
  }
  return text;
}

/** Networks in the form 10.0.0.0/8 or 2001:db8::/32, separated by commas; a single address is a network of one. */
export function networks(env: Env, name: string): BlockList {
  const list = new BlockList();
  for (const text of (env[name] ?? '').split(',').map((part) => part.trim())) {
    if (text === '') continue;
    if (!addNetwork(list, text)) {
      throw new ConfigError(name, `must be networks such as 10.0.0.0/8, with commas between them, not "${text}"`);
    }
  }
  return list;
}

/** Networks of proxies. One that holds every address would let anybody choose theirs. */
function proxies(env: Env): BlockList {
  const list = networks(env, 'TRUSTED_PROXIES');
  if (/\/0+\s*(?:,|$)/.test(env.TRUSTED_PROXIES ?? '')) {
    throw new ConfigError('TRUSTED_PROXIES', 'must name the proxies alone: everybody is in a network /0');
  }
  return list;
}

const HOST = /^(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/** Names and IP addresses of hosts, separated by commas, without ports. */
function hosts(env: Env, name: string): string[] {
  const found = (env[name] ?? '').split(',').map((text) => text.trim().toLowerCase());
  return found.flatMap((text) => {
    if (text === '') return [];
    if (!HOST.test(text) && isIP(text) === 0) {
      throw new ConfigError(
        name,
        `must be names of hosts such as erp.example.rs, with commas between them, not "${text}"`,
      );
    }
    return [text];
  });
}

/** Error: ConfigError. */
export function networkSettings(env: Env): NetworkSettings {
  const { host, port } = listenAddress(env);
  const hubRoot = env.HUB_ROOT || '/api/operations';
  if (!hubRoot.startsWith('/')) throw new ConfigError('HUB_ROOT', 'must be a path that starts with /');
  return {
    port,
    host,
    publicUrl: (publicAddress(env) ?? LOOPBACK_ADDRESS(host, port)).replace(/\/$/, ''),
    hubRoot: hubRoot.replace(/\/$/, ''),
    trustedProxies: proxies(env),
    webhookInternalHosts: hosts(env, 'WEBHOOK_INTERNAL_HOSTS'),
  };
}
