import type { Measured } from './measure.ts';

/** One client at the largest size, in ms: lists as they open, in any order, and what everybody opens. */
const OPENED_MS = 20;
/** The largest factor between the time at any size and the time at the smallest one. */
const GROWTH = 2;
/** One client at the largest size, in ms: any filter and any search. */
const FILTERED_MS = 60;
const isFiltered = (name: string) => /^(filter|header search|waiting|followed|users of)/.test(name);
/** The required share of the bare server's calls per second, with twenty clients. */
const OF_BARE = 1;
/** The slowest hundredth against the median, at twenty clients. */
const TAIL = 4;

/** One call of one person, measured in turn at each size, the smallest first. */
export interface Line {
  name: string;
  login: string;
  sizes: { projects: number; product: Measured }[];
}

/** One call of one person at one size, measured in turn with the bare server. */
export interface Beside {
  name: string;
  login: string;
  projects: number;
  product: Measured;
  bare: Measured;
}

/** Missed targets of a line, in words; empty if there are none. */
export function missed({ name, sizes }: Line): string[] {
  const missedTargets: string[] = [];
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (first && last && first !== last) {
    const most = isFiltered(name) ? FILTERED_MS : OPENED_MS;
    if (last.product.alone > most)
      missedTargets.push(`${last.product.alone.toFixed(1)} ms at ${last.projects}, more than ${most}`);
    const growth = last.product.alone / first.product.alone;
    if (!isFiltered(name) && growth > GROWTH) {
      missedTargets.push(`${growth.toFixed(2)} times as long at ${last.projects} as at ${first.projects}`);
    }
  }
  return [...missedTargets, ...sizes.flatMap(missedByTail)];
}

/** Missed targets of the product in the comparison. */
export function missedBeside(beside: Beside): string[] {
  const { projects, product, bare } = beside;
  const missedTargets: string[] = [];
  if (product.together && bare.together) {
    const part = product.together.rate / bare.together.rate;
    if (part < OF_BARE) missedTargets.push(`${part.toFixed(2)} of bare at ${projects}`);
  }
  return [...missedTargets, ...missedByTail(beside)];
}

function missedByTail({ projects, product: { together } }: Line['sizes'][number]): string[] {
  if (!together || together.p99 <= TAIL * together.p50) return [];
  return [`p99 ${(together.p99 / together.p50).toFixed(1)} times p50 at ${projects}`];
}

const cells = ({ alone, together }: Measured) => [
  alone.toFixed(1),
  ...(together ? [together.rate.toFixed(0), together.p50.toFixed(0), together.p99.toFixed(0)] : ['', '', '']),
];

const row = (words: string, login: string, projects: number, measured: Measured) =>
  `| ${[words, login, projects, ...cells(measured)].join(' | ')} |`;

/** The head of the table, and rows of it: of the product at each size, and of all that were measured beside each other. */
export const TABLE_HEAD =
  '| call | who | projects | one client, ms | 20 clients, calls a second | p50, ms | p99, ms |\n| --- | --- | --- | --- | --- | --- | --- |';

export const rowsOfLine = ({ name, login, sizes }: Line): string[] =>
  sizes.map(({ projects, product }) => row(name, login, projects, product));

export const rowsOfBeside = ({ name, login, projects, ...parties }: Beside): string[] =>
  (['product', 'bare'] as const).map((party) => row(`${name}: ${party}`, login, projects, parties[party]));
