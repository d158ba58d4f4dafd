import { promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../../platform/http/public-address.ts';

/*
 * Where a webhook may lead: to the public internet by https, and to hosts that WEBHOOK_INTERNAL_HOSTS names. The
 * addresses of a name are checked when the connection is made, and it is made to one of those that were checked: a name
 * that resolves otherwise the next time gains nothing.
 */

/** The name resolves to an address to which nothing is sent. */
export class AddressRefused extends Error {}

/** Finds all IP addresses of a name. Error: that of the resolver. */
export type Resolve = (host: string) => Promise<string[]>;

export interface Resolvers {
  /** For names of the internet. */
  outside: Resolve;
  /** For hosts that the administrator names, which may be in the hosts file of the machine. */
  inside: Resolve;
  /** Whether an address of a name of the internet may be connected to. */
  isPublic: (address: string) => boolean;
}

const RESOLVER = { timeout: 3_000, tries: 2 };

/**
 * Asks the name servers without a thread: `dns.lookup` holds one of the few of the process until it has an answer, and
 * a receiver chooses how long its name servers take.
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

/** The host of an address as settings name it: in small letters, without brackets and a dot at its end. */
export const hostOf = (url: URL): string => url.hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/** The address if a webhook may have it, otherwise null. Whom its name leads to is only known when it is used. */
export function readTarget(text: string, internalHosts: readonly string[]): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const host = hostOf(url);
  const isInternal = internalHosts.includes(host);
  const isAllowed = url.protocol === 'https:' || (isInternal && url.protocol === 'http:');
  if (!isAllowed || host === '' || url.username + url.password + url.hash !== '') return null;
  return isInternal || isIP(host) === 0 || isPublicAddress(host) ? url : null;
}

/** The addresses to connect to. Errors: AddressRefused if one of them is not public; that of the resolver. */
async function checkedAddresses(host: string, { outside, isPublic }: Resolvers): Promise<string[]> {
  const addresses = await outside(host);
  if (addresses.length === 0) throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' });
  if (!addresses.every(isPublic)) throw new AddressRefused();
  return addresses;
}

/** Resolves names for a connection to `url`, and checks each address unless the host is internal. */
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
