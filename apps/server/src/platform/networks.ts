import { isIPv6 } from 'node:net';
import type { Config } from '../config.ts';

const GROUPS = 8;
/** Groups of an IPv6 address that name the network of one line: /64. */
const GROUPS_OF_A_NETWORK = 4;
const plainOf = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Whom an address stands for when something is counted: itself, or the network of a line (/64) in IPv6. */
export function networkOf(address: string): string {
  const plain = plainOf(address).replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [before = '', after] = plain.split('::', 2);
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const first = groups(before);
  const last = groups(after ?? '');
  const zeros = after === undefined ? 0 : GROUPS - first.length - last.length;
  const all = [...first, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...last];
  const network = all.slice(0, GROUPS_OF_A_NETWORK).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** Is it an address of a network that many people share (LOGIN_TRUSTED_NETWORKS)? */
export function isTrusted({ loginTrustedNetworks }: Pick<Config, 'loginTrustedNetworks'>, address: string): boolean {
  const plain = plainOf(address);
  return loginTrustedNetworks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** How often an address may do what others may do so often: more often where many share it. */
export function timesFrom(
  config: Pick<Config, 'loginTrustedNetworks' | 'loginAddressFailures' | 'loginTrustedFailures'>,
  address: string,
  times: number,
): number {
  if (!isTrusted(config, address)) return times;
  return Math.ceil(times * Math.max(1, config.loginTrustedFailures / config.loginAddressFailures));
}
