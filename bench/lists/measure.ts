import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { at, median } from '../measuring.ts';

/** How often one client calls; the result is the median. */
const ALONE_ROUNDS = 100;
/** A connection plans a prepared statement five times before it keeps the plan (docs/decisions/0036-long-lists.md). */
const ALONE_WARM_UP = 10;
/** How many clients call together. */
const CLIENTS = 20;
/** The warm-up before twenty clients: this many calls or this long, whichever ends first. */
const WARM_UP = { calls: 500, ms: 5_000 };
/** Each of the twenty calls at least this often and until this time has passed, up to the maximum. */
const SHARED = { rounds: 15, ms: 3_000, mostMs: 30_000 };

/** The time of a call: one client (median, ms), and twenty (calls per second, median and 99th percentile in ms). */
export interface Measured {
  alone: number;
  together: { rate: number; p50: number; p99: number } | null;
}

/** A request: an address with headers; OTHER in it is replaced by two digits that differ at each call. */
export interface BenchRequest {
  url: string;
  headers: Record<string, string>;
}

/** Stands where a repeated value would be answered from a cache. */
export const OTHER = '{nn}';
const PAIRS = { first: 10, many: 50 };

let sent = 0;

/** The address with its digits; an address with two of them repeats after 2,500 calls. */
export function addressOf(url: string): string {
  let rest = sent;
  sent += 1;
  return url.replaceAll(OTHER, () => {
    const digits = PAIRS.first + (rest % PAIRS.many);
    rest = Math.floor(rest / PAIRS.many);
    return String(digits);
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

/**
 * Calls, reads the whole answer, and returns the time in ms. It examines the content only of a refusal, because the
 * client uses the same cores.
 */
async function ask({ url, headers }: BenchRequest): Promise<number> {
  const started = performance.now();
  const asking = request(addressOf(url), { agent, headers: { 'accept-encoding': 'gzip, br', ...headers } });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${await text(answer)}`);
  await once(answer.resume(), 'end');
  return performance.now() - started;
}

/** The times of each call, by one client that asks for them in turn. */
async function inTurn(calls: readonly BenchRequest[]): Promise<number[][]> {
  const times: number[][] = calls.map(() => []);
  for (let round = -ALONE_WARM_UP; round < ALONE_ROUNDS; round += 1) {
    for (const [index, call] of calls.entries()) {
      const time = await ask(call);
      if (round >= 0) times[index]?.push(time);
    }
  }
  return times;
}

/** Whether a client calls once more: its number of calls, that of all clients, and the time in ms. */
type Again = (had: number, begun: number, ms: number) => boolean;

const warmsUp: Again = (_had, begun, ms) => begun < WARM_UP.calls && ms < WARM_UP.ms;
const measuresOn: Again = (had, _begun, ms) => ms < SHARED.mostMs && (had < SHARED.rounds || ms < SHARED.ms);

/** The waiting times of clients that call repeatedly. */
async function byAll(call: BenchRequest, again: Again): Promise<number[]> {
  const started = performance.now();
  const times: number[] = [];
  let begun = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let had = 0; again(had, begun, performance.now() - started); had += 1) {
        begun += 1;
        times.push(await ask(call));
      }
    }),
  );
  return times;
}

async function atOnce(call: BenchRequest): Promise<{ rate: number; p50: number; p99: number }> {
  // Warms up: database connections are opened, plans are made, and frequent code is compiled.
  await byAll(call, warmsUp);
  const started = performance.now();
  const shared = await byAll(call, measuresOn);
  const seconds = (performance.now() - started) / 1000;
  return { rate: shared.length / seconds, p50: median(shared), p99: at(shared, 0.99) };
}

/**
 * Measures calls side by side: first in turn, so that other load of the machine affects all alike, then each with
 * twenty clients. Error: a call that is refused, with its address.
 */
export async function measure(calls: readonly BenchRequest[], together: boolean): Promise<Measured[]> {
  const alone = await inTurn(calls);
  const measured: Measured[] = [];
  for (const [index, call] of calls.entries()) {
    measured.push({ alone: median(alone[index] ?? []), together: together ? await atOnce(call) : null });
  }
  return measured;
}
