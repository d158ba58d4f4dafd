import type { BenchCall } from './calls.ts';
import type { Client } from './client.ts';
import type { BenchRequest } from './measure.ts';
import { requestFrom, type Seat } from './seats.ts';
import type { Line } from './targets.ts';

/** A user's call at each size at which they make it. */
interface Abreast {
  name: string;
  main: boolean;
  sizes: { projects: number; request: BenchRequest }[];
}

/** A user's calls, each at all sizes together; calls that are missing at one size stay with the others. */
export function abreast(seats: readonly Seat[]): Abreast[] {
  const calls = new Map<string, BenchCall>(seats.flatMap((seat) => seat.calls.map((call) => [call.name, call])));
  return [...calls.values()].map(({ name, main }) => ({
    name,
    main,
    sizes: seats.flatMap((seat) =>
      seat.calls
        .filter((call) => call.name === name)
        .map((call) => ({ projects: seat.site.projects, request: requestFrom(seat, call) })),
    ),
  }));
}

/** Measures a call at all sizes in turn, so that its growth is measured within the same seconds. */
export async function measureLine(client: Client, login: string, { name, main, sizes }: Abreast): Promise<Line> {
  const measured = await client.measure(
    sizes.map(({ request }) => request),
    main,
  );
  return {
    name,
    login,
    sizes: measured.map((product, index) => ({ projects: sizes[index]?.projects ?? 0, product })),
  };
}

/**
 * Warms the servers up, so that frequent code is compiled before the first measurement. A run without main calls uses
 * its own calls.
 */
export async function warmUp(client: Client, seats: readonly Seat[]): Promise<void> {
  const calls = abreast(seats);
  const main = calls.filter((call) => call.main);
  for (const call of main.length > 0 ? main : calls) {
    await client.measure(
      call.sizes.map(({ request }) => request),
      call.main,
    );
  }
}
