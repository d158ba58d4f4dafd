import { execFileSync } from 'node:child_process';
import type { Place } from '../../deploy/ha/cluster.ts';

/** Three machines for the nodes: network namespaces on a bridge that no other network reaches. Needs root. */

const BRIDGE = 'pimisha0';
const NUMBERS = [1, 2, 3];
export const NETWORK = '10.213.77.0/24';
const at = (last: number) => `10.213.77.${last}`;
const namespace = (number: number) => `pimis-ha-${number}`;
const link = (number: number) => `pimisha${number}`;

/** As docs/scaling.md asks of each node. */
const KEEPALIVE = [
  'net.ipv4.tcp_keepalive_time=10',
  'net.ipv4.tcp_keepalive_intvl=3',
  'net.ipv4.tcp_keepalive_probes=3',
];

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' }).toString();

export function removeMachines(): void {
  // The links first: the kernel also removes those of a deleted namespace, but only some time later.
  const links = ip('-brief', 'link');
  for (const name of [...NUMBERS.map(link), BRIDGE]) if (links.includes(name)) ip('link', 'delete', name);
  const namespaces = ip('netns', 'list');
  for (const number of NUMBERS) if (namespaces.includes(namespace(number))) ip('netns', 'delete', namespace(number));
}

/** Recreates them; the bridge connects this machine to them. */
export function makeMachines(): readonly Place[] {
  removeMachines();
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('address', 'add', `${at(254)}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  return NUMBERS.map((number) => {
    const name = namespace(number);
    ip('netns', 'add', name);
    ip('link', 'add', link(number), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', link(number), 'master', BRIDGE, 'up');
    ip('-n', name, 'address', 'add', `${at(number)}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
    ip('netns', 'exec', name, 'sysctl', '--quiet', '--write', ...KEEPALIVE);
    return { address: at(number), before: ['ip', 'netns', 'exec', name] };
  });
}

/** Cuts the network of a machine, or joins it again. */
export function setNetwork(number: number, isUp: boolean): void {
  ip('link', 'set', link(number), isUp ? 'up' : 'down');
}

/** Every process that runs on the machine. */
export function processesOf(number: number): number[] {
  return ip('netns', 'pids', namespace(number)).split('\n').filter(Boolean).map(Number);
}
