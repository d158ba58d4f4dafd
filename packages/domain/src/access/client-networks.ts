/*
 * Networks from which a client may call: an address, or a network such as 10.1.0.0/16 or 2001:db8::/32.
 */

const BITS_OF_A_BYTE = 8;
const GROUPS = 8;
const LAST_BYTE = 255;

/** The error of an invalid client network (a name of the catalogue); for host bits, also the network that was meant. */
export type NetworkRefusal =
  | { code: 'InvalidField' | 'NetworkOfEverybody' }
  | { code: 'NetworkHasHostBits'; network: string };

function bytesOfVersion4(text: string): number[] | null {
  const parts = text.split('.');
  const isNumber = (part: string) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= LAST_BYTE;
  return parts.length === 4 && parts.every(isNumber) ? parts.map(Number) : null;
}

/** The bytes of one half of an IPv6 address, from its groups; the second half may end with an IPv4 address. */
function bytesOfGroups(text: string, mayEndAsVersion4: boolean): number[] | null {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    const isLast = index === groups.length - 1;
    const version4 = isLast && mayEndAsVersion4 ? bytesOfVersion4(group) : null;
    if (version4 !== null) bytes.push(...version4);
    else if (!/^[0-9a-f]{1,4}$/i.test(group)) return null;
    else bytes.push(parseInt(group, 16) >> BITS_OF_A_BYTE, parseInt(group, 16) & LAST_BYTE);
  }
  return bytes;
}

function bytesOfVersion6(text: string): number[] | null {
  const [before = '', after, ...rest] = text.split('::');
  if (!text.includes(':') || rest.length > 0) return null;
  const [first, last] = [bytesOfGroups(before, after === undefined), bytesOfGroups(after ?? '', true)];
  if (first === null || last === null) return null;
  const missing = 2 * GROUPS - first.length - last.length;
  if (after === undefined ? missing !== 0 : missing < 2) return null;
  return [...first, ...Array.from({ length: missing }, () => 0), ...last];
}

/** An IPv6 address as RFC 5952 writes it: the longest run of zeros is left out. */
function textOfVersion6(bytes: readonly number[]): string {
  const groups = Array.from({ length: GROUPS }, (_, index) => {
    const [high = 0, low = 0] = bytes.slice(2 * index);
    return ((high << BITS_OF_A_BYTE) | low).toString(16);
  });
  const rows = [...groups.join(':').matchAll(/(?<![^:])0(?::0)+(?![^:])/g)].map(([row]) => row);
  const longest = rows.reduce((found, row) => (row.length > found.length ? row : found), '');
  const text = groups.join(':');
  return longest === '' ? text : text.replace(new RegExp(`(?:^|:)${longest}(?::|$)`), '::');
}

/** The bytes with all bits after the first `bits` cleared. */
const networkPart = (bytes: readonly number[], bits: number) =>
  bytes.map((byte, index) => {
    const kept = Math.max(0, Math.min(BITS_OF_A_BYTE, bits - index * BITS_OF_A_BYTE));
    return byte & ((LAST_BYTE << (BITS_OF_A_BYTE - kept)) & LAST_BYTE);
  });

/**
 * Why a text cannot be a network of a client; null if it can. A network of all addresses is refused, because an empty
 * list states that explicitly. Bits after the prefix are refused, because the address or prefix is mistyped.
 */
export function networkRefusal(text: string): NetworkRefusal | null {
  const [address = '', prefix, ...rest] = text.split('/');
  const bytes = bytesOfVersion4(address) ?? bytesOfVersion6(address);
  if (bytes === null || rest.length > 0) return { code: 'InvalidField' };
  const most = bytes.length * BITS_OF_A_BYTE;
  if (prefix === undefined) return null;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > most) return { code: 'InvalidField' };
  const bits = Number(prefix);
  if (bits === 0) return { code: 'NetworkOfEverybody' };
  const network = networkPart(bytes, bits);
  if (network.every((byte, index) => byte === bytes[index])) return null;
  const meant = bytes.length === 4 ? network.join('.') : textOfVersion6(network);
  return { code: 'NetworkHasHostBits', network: `${meant}/${bits}` };
}
