import { promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../../platform/http/public-address.ts';

/*
 * The allowed targets of webhooks: the public internet by https, and the hosts in WEBHOOK_INTERNAL_HOSTS. A connection
 * is made only to an IP address that was checked for this connection, so a name that resolves differently the next time
 * (DNS rebinding) gains nothing.
 */

/** The name resolves to a forbidden IP address. */
export class AddressRefused extends Error {}

/** Finds all IP addresses of a name. Error: that of the resolver. */
export type Resolve = (host: string) => Promise<string[]>;

export interface Resolvers {
  /** Resolves public names. */
  outside: Resolve;
  /** Resolves names of internal hosts, which may be in the hosts file of the machine. */
  inside: Resolve;
  /** Whether a public name may lead to this IP address. */
  isPublic: (address: string) => boolean;
}

const RESOLVER = { timeout: 3_000, tries: 2 };

/**
 * Asks the name servers without occupying a thread: `dns.lookup` holds one of the few of the process until the answer,
 * and a receiver's name servers may delay that.
 */
async function resolveOutside(host: string): Promise<string[]> {
  const resolver = new dns.Resolver(RESOLVER);
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (addresses.length === 0 && found[0].status === 'rejected') throw found[0].reason;
  return addresses;
}

export const RESOLVERS: Resolvers = {
  outside: resolveOutside,
  inside: async (host) => (await dns.lookup(host, { all: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
};

/** The host of a URL as in settings: in lower case, without brackets or a final dot. */
export const hostOf = (url: URL): string => url.hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/** The URL if a webhook may have it, otherwise null. The IP addresses of its host are checked when it is used. */
export function readTarget(text: string, internalHosts: readonly string[]): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const host = hostOf(url);
  const isInternal = internalHosts.includes(host);
  const isAllowed = url.protocol === 'https:' || (isInternal && url.protocol === 'http:');
  if (!isAllowed || host === '' || url.username + url.password + url.hash !== '') return null;
  return isInternal || isIP(host) === 0 || isPublicAddress(host) ? url : null;
}

/** The IP addresses to connect to. Errors: AddressRefused if one of them is not public; that of the resolver. */
async function checkedAddresses(host: string, { outside, isPublic }: Resolvers): Promise<string[]> {
  const addresses = await outside(host);
  if (addresses.length === 0) throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' });
  if (!addresses.every(isPublic)) throw new AddressRefused();
  return addresses;
}

/** Resolves names for a connection to `url`, and checks each IP address unless the host is internal. */
export function lookupFor(isInternal: boolean, resolvers: Resolvers): LookupFunction {
  return (host, options, answer) => {
    const found = isInternal ? resolvers.inside(host) : checkedAddresses(host, resolvers);
    found.then(
      (addresses) => {
        const all = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = all;
        if (options.all) answer(null, all);
        else answer(null, first?.address ?? '', first?.family);
      },
      (error: Error) => answer(error, ''),
    );
  };
}
