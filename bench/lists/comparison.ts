import type { Client } from './client.ts';
import type { BenchRequest } from './measure.ts';
import type { Peer } from './peer.ts';
import { requestFrom, type Seat, scopeOf } from './seats.ts';
import type { Beside } from './targets.ts';

interface Party {
  name: string;
  request: BenchRequest;
  /** How many rows an answer has. */
  rows(answer: unknown): number;
}

/** The number of rows in the answer of a party. */
async function rowsOf(party: Party): Promise<number> {
  const answer = await fetch(party.request.url, { headers: party.request.headers });
  if (!answer.ok) throw new Error(`${party.name}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return party.rows(await answer.json());
}

/**
 * Measures the calls that the bare server answers too, at one size, alternating with it and with another product. Names
 * where they answer other numbers of rows. Error: an empty list.
 */
export async function measureBeside(
  client: Client,
  seat: Seat,
  peer: Peer | null,
  found: (beside: Beside) => void,
): Promise<void> {
  const { site, login } = seat;
  const organization = await scopeOf(seat);
  for (const call of seat.calls) {
    const { bare: order } = call;
    if (order === null) continue;
    const parties: Party[] = [
      {
        name: 'product',
        request: requestFrom(seat, call),
        rows: (answer) => (answer as { payload: unknown[] }).payload.length,
      },
      {
        name: 'bare',
        request: { url: `${site.bare}/?login=${login}&order=${order}`, headers: {} },
        rows: (answer) => (answer as { rows: unknown[] }).rows.length,
      },
      ...(peer
        ? [
            {
              name: peer.name,
              request: peer.request(order, organization),
              rows: (answer: unknown) => peer.rows(answer),
            },
          ]
        : []),
    ];
    const counts = await Promise.all(parties.map(rowsOf));
    const at = `${call.name}, ${login}, ${site.projects}`;
    // An empty list measures nothing; a role may have an empty one, but not a user who sees all.
    if (counts[0] === 0 && organization === null) throw new Error(`${at}: an empty list`);
    if (counts[0] === 0) continue;
    if (new Set(counts).size > 1) process.stderr.write(`${at}: ${counts.join(', ')} rows\n`);
    const requests = parties.map(({ request }) => request);
    const [product, bare, other] = await client.measure(requests, call.main);
    if (!product || !bare) throw new Error(`${at}: nothing measured`);
    const beside = { name: call.name, login, projects: site.projects, product, bare };
    found({ ...beside, peer: peer && other ? { name: peer.name, measured: other } : null });
  }
}
