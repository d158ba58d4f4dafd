import { BlockList, isIP } from 'node:net';
import { addNetwork } from './networks.ts';

/*
 * Addresses to which the server may connect for somebody else. The list of IANA names the networks that are not of the
 * public internet (IPv4 and IPv6 Special-Purpose Address Registries, RFC 6890).
 */

const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast, reserved and broadcast.
  '224.0.0.0/3',
];
/** Only this part of IPv6 has public addresses: loopback, local, mapped and translated ones are all outside. */
const PUBLIC_V6 = '2000::/3';
/** Within it: addresses that contain one of IPv4 (Teredo, 6to4), those of protocols and of documents. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) addNetwork(list, network);
  return list;
}

const notPublicV4 = listOf(NOT_PUBLIC_V4);
const publicV6 = listOf([PUBLIC_V6]);
const notPublicV6 = listOf(NOT_PUBLIC_V6);

/** Whether an IP address belongs to the public internet; false for a text that is none. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !notPublicV4.check(address, 'ipv4');
  if (version !== 6 || address.includes('%')) return false;
  return publicV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
}
