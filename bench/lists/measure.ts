import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** One client asks so often; the median is told. */
const ALONE_ROUNDS = 100;
/** A connection plans a prepared statement five times before it keeps the plan (docs/decisions/0036-long-lists.md). */
const ALONE_WARM_UP = 10;
/** So many ask together. */
const CLIENTS = 20;
/** Before twenty ask together: so many calls or so long, whatever comes first. */
const WARM_UP = { calls: 500, ms: 5_000 };
/** Each of the twenty asks at least so often and until so long has passed, but not longer than the most. */
const SHARED = { rounds: 15, ms: 3_000, mostMs: 30_000 };

/** What one call takes: one client (median, ms), and twenty at once (calls a second, median and 99th percentile in ms). */
export interface Measured {
  alone: number;
  together: { rate: number; p50: number; p99: number } | null;
}

/** Somebody who did not answer all that was asked, with the reason. */
export interface Failed {
  failed: string;
}

/** What was measured; the product and the bare server have to answer everything. */
export function taken(result: Measured | Failed | undefined, name: string): Measured {
  if (!result || 'failed' in result) throw new Error(`${name}: ${result?.failed ?? 'nothing measured'}`);
  return result;
}

/** What is asked: an address with the headers of whoever asks; OTHER in it are two digits that are others at each call. */
export interface Asked {
  url: string;
  headers: Record<string, string>;
}

/** Stands where the same value, asked again, would be answered by what is remembered of it. */
export const OTHER = '{nn}';
const PAIRS = { first: 10, many: 50 };

let asked = 0;

/** The address with its digits: none comes again within 2,500 calls of an address that has two. */
export function addressOf(url: string): string {
  let rest = asked;
  asked += 1;
  return url.replaceAll(OTHER, () => {
    const digits = PAIRS.first + (rest % PAIRS.many);
    rest = Math.floor(rest / PAIRS.many);
    return String(digits);
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

/**
 * Asks, reads the whole answer, and says how long both took, in ms. What is in it is looked at only when it is refused: the
 * client runs on the same cores.
 */
async function ask({ url, headers }: Asked): Promise<number> {
  const started = performance.now();
  const asking = request(addressOf(url), { agent, headers: { 'accept-encoding': 'gzip, br', ...headers } });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${await text(answer)}`);
  await once(answer.resume(), 'end');
  return performance.now() - started;
}

const at = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;

/** How long each took, or why one did not answer: it is not asked again. */
async function inTurn(calls: readonly Asked[]): Promise<(number[] | Failed)[]> {
  const times: (number[] | Failed)[] = calls.map(() => []);
  for (let round = -ALONE_WARM_UP; round < ALONE_ROUNDS; round += 1) {
    for (const [index, asked] of calls.entries()) {
      const had = times[index];
      if (!Array.isArray(had)) continue;
      try {
        const time = await ask(asked);
        if (round >= 0) had.push(time);
      } catch (error) {
        times[index] = { failed: String(error) };
      }
    }
  }
  return times;
}

/** Whether a client asks once more: how often it has asked, how many calls all have begun, and how long it goes on, in ms. */
type Again = (had: number, begun: number, ms: number) => boolean;

export const warmsUp: Again = (_had, begun, ms) => begun < WARM_UP.calls && ms < WARM_UP.ms;
export const measuresOn: Again = (had, _begun, ms) => ms < SHARED.mostMs && (had < SHARED.rounds || ms < SHARED.ms);

/** What the clients waited, each asking again and again; none goes on when one has no answer. */
async function byAll(asked: Asked, again: Again): Promise<number[]> {
  const started = performance.now();
  const times: number[] = [];
  const failures: unknown[] = [];
  let begun = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let had = 0; failures.length === 0 && again(had, begun, performance.now() - started); had += 1) {
        begun += 1;
        try {
          times.push(await ask(asked));
        } catch (error) {
          failures.push(error);
        }
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
  return times;
}

async function atOnce(asked: Asked): Promise<{ rate: number; p50: number; p99: number }> {
  // Connections to the database are opened when so many ask, plans are made, and what runs all day is compiled.
  await byAll(asked, warmsUp);
  const started = performance.now();
  const shared = await byAll(asked, measuresOn);
  const seconds = (performance.now() - started) / 1000;
  return { rate: shared.length / seconds, p50: at(shared, 0.5), p99: at(shared, 0.99) };
}

/**
 * Measures calls side by side: first each in turn, so that what else the machine does meets all of them alike, and then
 * each by twenty clients together, one call right after the other.
 */
export async function measure(calls: readonly Asked[], together: boolean): Promise<(Measured | Failed)[]> {
  const alone = await inTurn(calls);
  const measured: (Measured | Failed)[] = [];
  for (const [index, asked] of calls.entries()) {
    const times = alone[index] ?? [];
    try {
      if (!Array.isArray(times)) measured.push(times);
      else measured.push({ alone: at(times, 0.5), together: together ? await atOnce(asked) : null });
    } catch (error) {
      measured.push({ failed: String(error) });
    }
  }
  return measured;
}
