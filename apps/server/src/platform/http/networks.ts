import { BlockList, isIP, isIPv6 } from 'node:net';

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

/** Adds a network (10.0.0.0/8) or an address to the list; returns false if the text is neither. */
export function addNetwork(list: BlockList, text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  if (version === 0 || address.includes('%') || rest.length > 0 || !isPrefix) return false;
  list.addSubnet(address, Number(bits ?? most), version === 4 ? 'ipv4' : 'ipv6');
  return true;
}

/** Returns whether the address is in one of the networks; without networks every address is. */
export function isWithin(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) addNetwork(list, network);
  return holds(list, address);
}

const holds = (list: BlockList, address: string) => {
  const plain = plainOf(address);
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
};

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Returns whether the address is that of a proxy, whose X-Forwarded-For is believed: one on this machine, or in a
 * network of TRUSTED_PROXIES.
 */
export const isProxy = ({ trustedProxies }: { trustedProxies: BlockList }, address: string): boolean =>
  holds(LOOPBACK, address) || holds(trustedProxies, address);

/** The settings of networks that many people share (config.ts). */
interface SharedNetworks {
  loginTrustedNetworks: BlockList;
  loginAddressFailures: number;
  loginTrustedFailures: number;
}

/** Returns whether many people share the network of the address (LOGIN_TRUSTED_NETWORKS). */
export function isTrusted(
  { loginTrustedNetworks }: Pick<SharedNetworks, 'loginTrustedNetworks'>,
  address: string,
): boolean {
  return holds(loginTrustedNetworks, address);
}

/** The limit for an address: higher where many people share its network. */
export function timesFrom(config: SharedNetworks, address: string, times: number): number {
  if (!isTrusted(config, address)) return times;
  return Math.ceil(times * Math.max(1, config.loginTrustedFailures / config.loginAddressFailures));
}
