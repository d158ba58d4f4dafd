import type { Client } from './client.ts';
import { requestFrom, type Seat, scopeOf } from './seats.ts';
import type { BenchRequest } from './measure.ts';
import type { Beside } from './targets.ts';

/** The rows in the answer of the product or of the bare server. */
async function rowsOf({ url, headers }: BenchRequest): Promise<number> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  const { payload, rows } = (await answer.json()) as { payload?: unknown[]; rows?: unknown[] };
  return (payload ?? rows ?? []).length;
}

/**
 * Measures the calls that the bare server answers too, at one size, alternating with it. Prints where the numbers of
 * rows differ. Error: an empty list.
 */
export async function measureBeside(client: Client, seat: Seat, found: (beside: Beside) => void): Promise<void> {
  const { site, login } = seat;
  const organization = await scopeOf(seat);
  for (const call of seat.calls) {
    const { bare: order } = call;
    if (order === null) continue;
    const requests = [requestFrom(seat, call), { url: `${site.bare}/?login=${login}&order=${order}`, headers: {} }];
    const counts = await Promise.all(requests.map(rowsOf));
    const place = `${call.name}, ${login}, ${site.projects}`;
    // An empty list measures nothing; a role may have an empty one, but not a user who sees all.
    if (counts[0] === 0 && organization === null) throw new Error(`${place}: an empty list`);
    if (counts[0] === 0) continue;
    if (new Set(counts).size > 1) process.stderr.write(`${place}: ${counts.join(', ')} rows\n`);
    const [product, bare] = await client.measure(requests, call.main);
    if (!product || !bare) throw new Error(`${place}: nothing measured`);
    found({ name: call.name, login, projects: site.projects, product, bare });
  }
}
