import type { BenchRequest } from './measure.ts';

/** The first page as a party answered it: the codes of its rows in their order, and how many rows there are in all. */
export interface FirstPage {
  codes: string[];
  total: number;
  /** There are more than `total`: only so many were counted. */
  atLeast: boolean;
}

/** The differences of a page from the product's, in words; empty when they are the same. */
export function difference(product: FirstPage, other: FirstPage): string {
  const notes: string[] = [];
  const first = product.codes.findIndex((code, row) => code !== other.codes[row]);
  if (product.codes.length !== other.codes.length) {
    notes.push(`${other.codes.length} rows instead of ${product.codes.length}`);
  } else if (first >= 0) notes.push(`other rows from the ${first + 1}. on`);
  const fits = product.atLeast ? other.total > product.total : other.total === product.total;
  if (!fits) notes.push(`${other.total} in all instead of ${product.atLeast ? 'more than ' : ''}${product.total}`);
  return notes.join(', ');
}

/** What the product answers. */
export function pageOfProduct(answer: unknown): FirstPage {
  const { payload, additionalInformation } = answer as {
    payload: { code: string }[];
    additionalInformation: { totalRows: number; totalIsAtLeast: boolean };
  };
  return {
    codes: payload.map(({ code }) => code),
    total: additionalInformation.totalRows,
    atLeast: additionalInformation.totalIsAtLeast,
  };
}

/** What the bare server answers. */
export function pageOfBare(answer: unknown): FirstPage {
  const { total, rows } = answer as { total: { count: string }[]; rows: { code: string }[] };
  return { codes: rows.map(({ code }) => code), total: Number(total[0]?.count), atLeast: false };
}

/** Who answers the same first page. */
export interface Party {
  name: string;
  request: BenchRequest;
  read(answer: unknown): FirstPage;
}

async function pageOf({ request, read }: Omit<Party, 'name'>): Promise<FirstPage> {
  const answer = await fetch(request.url, { headers: request.headers });
  if (!answer.ok) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return read(await answer.json());
}

/** Asks each once and says how its page and number stand to the product's; who does not answer is not in `answering`. */
export async function compare<Other extends Party>(
  product: Omit<Party, 'name'>,
  others: readonly Other[],
): Promise<{ answering: Other[]; notes: string[] }> {
  const page = await pageOf(product);
  const same: string[] = [];
  const notes: string[] = [];
  const answering: Other[] = [];
  for (const other of others) {
    try {
      const unlike = difference(page, await pageOf(other));
      if (unlike === '') same.push(other.name);
      else notes.push(`${other.name}: ${unlike}`);
      answering.push(other);
    } catch (error) {
      notes.push(`${other.name} does not answer: ${String(error)}`);
    }
  }
  const rows = `${page.codes.length} rows of ${page.atLeast ? 'more than ' : ''}${page.total}`;
  return { answering, notes: [...(same.length > 0 ? [`${rows}, the same: ${same.join(', ')}`] : []), ...notes] };
}
