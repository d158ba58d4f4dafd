import type { Client } from './client.ts';
import { type Failed, type Measured, taken } from './measure.ts';
import { compare, pageOfBare, pageOfProduct, type Party } from './pages.ts';
import type { Peer } from './peer.ts';
import { requestFrom, type Seat, scopeOf } from './seats.ts';
import type { Beside } from './targets.ts';

/** The servers asked for the same first page: the bare server (no peer), or another product. */
interface Other extends Party {
  peer: Pick<Peer, 'name' | 'sameTables'> | null;
}

function othersAt(order: string, { site, login }: Seat, organization: string | null, peers: readonly Peer[]): Other[] {
  return [
    {
      peer: null,
      name: 'bare',
      request: { url: `${site.bare}/?login=${login}&order=${order}`, headers: {} },
      read: pageOfBare,
    },
    ...peers.map((peer) => ({
      peer,
      name: peer.name,
      request: peer.request(order, organization),
      read: (answer: unknown) => peer.read(answer),
    })),
  ];
}

/** The measurements of the product and, in this order, of the others; only the bare server must answer all calls. */
export function besideOf(
  at: Pick<Beside, 'name' | 'login' | 'projects'>,
  others: readonly Pick<Other, 'peer'>[],
  [product, ...results]: readonly (Measured | Failed)[],
): { beside: Beside; notes: string[] } {
  const place = `${at.name}, ${at.login}, ${at.projects}`;
  const beside: Beside = { ...at, product: taken(product, place), bare: null, peers: [] };
  const notes: string[] = [];
  for (const [index, { peer }] of others.entries()) {
    const result = results[index];
    if (peer === null) beside.bare = taken(result, `${place}: bare`);
    else if (result && 'failed' in result) {
      notes.push(`${place}: ${peer.name} stopped answering: ${result.failed.slice(0, 300)}`);
    } else {
      const { name, sameTables } = peer;
      beside.peers.push({ name, sameTables, measured: taken(result, `${place}: ${name}`) });
    }
  }
  return { beside, notes };
}

/**
 * Measures the calls that the bare server answers too, at one size, alternating with it and with other products; and
 * compares rows.
 */
export async function measureBeside(
  client: Client,
  seat: Seat,
  peers: readonly Peer[],
  found: (beside: Beside, notes: readonly string[]) => void,
): Promise<void> {
  const organization = await scopeOf(seat);
  for (const call of seat.calls) {
    if (call.bare === null) continue;
    const at = { name: call.name, login: seat.login, projects: seat.site.projects };
    const { answering, notes } = await compare(
      { request: requestFrom(seat, call), read: pageOfProduct },
      othersAt(call.bare, seat, organization, peers),
    );
    const requests = [requestFrom(seat, call), ...answering.map((other) => other.request)];
    const measured = besideOf(at, answering, await client.measure(requests, call.main));
    found(measured.beside, [
      ...notes.map((text) => `${call.name}, ${seat.login}, ${at.projects}: ${text}`),
      ...measured.notes,
    ]);
  }
}
