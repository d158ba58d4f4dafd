import { isIPv6 } from 'node:net';
import type { Config } from '../../config.ts';

const GROUPS = 8;
/** How many groups of an IPv6 address name the network of one line: /64. */
const GROUPS_OF_A_NETWORK = 4;
const plainOf = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** The key under which calls of an address are counted: the address, or in IPv6 the network of its line (/64). */
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

/** Returns whether many people share the network of the address (LOGIN_TRUSTED_NETWORKS). */
export function isTrusted({ loginTrustedNetworks }: Pick<Config, 'loginTrustedNetworks'>, address: string): boolean {
  const plain = plainOf(address);
  return loginTrustedNetworks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** The limit for an address: higher where many people share its network. */
export function timesFrom(
  config: Pick<Config, 'loginTrustedNetworks' | 'loginAddressFailures' | 'loginTrustedFailures'>,
  address: string,
  times: number,
): number {
  if (!isTrusted(config, address)) return times;
  return Math.ceil(times * Math.max(1, config.loginTrustedFailures / config.loginAddressFailures));
}
