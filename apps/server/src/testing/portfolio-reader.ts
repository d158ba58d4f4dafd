import { expect } from 'vitest';
import type { PortfolioWarnings } from '@pimis/contract/portfolio/progress';
import type { PortfolioSums } from '@pimis/contract/portfolio/overview';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { fromHundredths, sumHundredths } from '@pimis/domain/money/decimal';
import { filtersOfGroup } from '@pimis/domain/projects/filter-parts';
import type { PortfolioFacts } from './portfolio-facts.ts';
import type { TestServer } from './server.ts';

export type Query = Readonly<Record<string, string>>;
export const written = (query: Query) => new URLSearchParams(query).toString();

/** A sum of amounts, as the portfolio writes it. */
export const total = (amounts: readonly (string | null)[]) => fromHundredths(sumHundredths(amounts));

const FILTER = /^filter\[(?<name>.*)\]$/;

/** The query of the link to the projects of a group, as screens make it. */
export function behind(query: Query, group: Query): Query {
  const filters: Record<string, string> = {};
  const others: Record<string, string> = {};
  for (const [key, value] of Object.entries(query)) {
    const name = FILTER.exec(key)?.groups?.name;
    if (name === undefined) others[key] = value;
    else filters[name] = value;
  }
  const narrowed = Object.entries(filtersOfGroup(filters, group));
  return { ...others, ...Object.fromEntries(narrowed.map(([name, value]) => [`filter[${name}]`, value])) };
}

export interface PortfolioSource {
  server: TestServer;
  /** The current day (YYYY-MM-DD), and past days that are requested too. */
  today: string;
  pastDays: readonly string[];
  /** The contribution of each project to the portfolio, by its code. */
  factsByCode: ReadonlyMap<string, PortfolioFacts>;
}

/** Reads the portfolio and the project table as one user, while no project changes. */
export class PortfolioReader {
  readonly server: TestServer;
  readonly login: string;
  readonly today: string;
  readonly pastDays: readonly string[];
  readonly #factsByCode: ReadonlyMap<string, PortfolioFacts>;
  readonly #rowsByAddress = new Map<string, Promise<ProjectRow[]>>();

  constructor(login: string, { server, today, pastDays, factsByCode }: PortfolioSource) {
    this.login = login;
    this.server = server;
    this.today = today;
    this.pastDays = pastDays;
    this.#factsByCode = factsByCode;
  }

  async asked<Payload>(view: string, query: Query): Promise<Payload> {
    const answer = await this.server.call<Payload>(this.login, 'GET', `portfolio/${view}?${written(query)}`);
    expect([answer.httpStatus, view, query]).toEqual([200, view, query]);
    return answer.payload as Payload;
  }

  /** Every row of the project table. Each filter is asked once, because many views lead to the same projects. */
  rowsOf(query: Query): Promise<ProjectRow[]> {
    const address = `projects/paged?${written({ ...query, perPage: '100' })}`;
    const known = this.#rowsByAddress.get(address) ?? this.#readRows(address, query);
    this.#rowsByAddress.set(address, known);
    return known;
  }

  async #readRows(address: string, query: Query): Promise<ProjectRow[]> {
    const answer = await this.server.call<ProjectRow[]>(this.login, 'GET', address);
    expect([answer.httpStatus, query]).toEqual([200, query]);
    return answer.payload ?? [];
  }

  factsOf(rows: readonly ProjectRow[]): PortfolioFacts[] {
    return rows.map(({ code }) => {
      const facts = this.#factsByCode.get(code);
      if (!facts) throw new Error(`No facts of ${code}`);
      return facts;
    });
  }

  /** The projects that the table shows, each with its facts. */
  async seenBy(query: Query): Promise<{ row: ProjectRow; facts: PortfolioFacts }[]> {
    const rows = await this.rowsOf(query);
    return this.factsOf(rows).map((facts, index) => ({ facts, row: rows[index] as ProjectRow }));
  }

  /** Rule and project of each warning in the list, from its first page to its last. */
  async warnings(query: Query): Promise<string[]> {
    const found: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: PortfolioWarnings = await this.asked('warnings', after === '' ? query : { ...query, after });
      found.push(
        ...page.warnings.flatMap(({ key, further, code }) => [key, ...further].map((rule) => `${rule} ${code}`)),
      );
      after = page.next;
    }
    return found;
  }

  /** Holds sums against the rows that their link shows. */
  async expectRows(query: Query, sums: Pick<PortfolioSums, 'projects'> & Partial<PortfolioSums>): Promise<void> {
    const rows = await this.rowsOf(query);
    expect([query, rows.length]).toEqual([query, sums.projects]);
    if (sums.value !== undefined) {
      expect([query, total(rows.map(({ totalValue }) => totalValue))]).toEqual([query, sums.value]);
    }
    if (sums.spent !== undefined) {
      expect([query, total(this.factsOf(rows).map(({ spent }) => spent))]).toEqual([query, sums.spent]);
    }
    if (sums.late === undefined) return;
    const late = await this.rowsOf(behind(query, { isPlanLate: 'true' }));
    expect([query, late.length]).toEqual([query, sums.late]);
  }
}
