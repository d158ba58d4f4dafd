import {
  type BoardReport,
  type ProjectReport,
  type ReportGroup,
  type SummaryReport,
} from '@pimis/domain/reports/board-reports';
import type { Context } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { ReportRequest } from './as-of-date-rows.ts';
import { orderOf, sectionOf, type Sums, sumsOfGroups, type Value, type Values, valuesOf } from './queries.ts';

/** A line of a report. The sum of a group follows its rows; the sum of the whole comes last. */
export type Line =
  | { kind: 'group'; level: number; group: ReportGroup; value: Value }
  /** A project, or in a summary a group, whose value is in the group's column. */
  | { kind: 'row'; group?: ReportGroup; values: Values }
  | { kind: 'sum'; level: number; group: ReportGroup; value: Value; values: Values }
  | { kind: 'total'; values: Values };

/** A report: the number of its project lines, and its lines as they are read. */
export interface Report {
  report: BoardReport;
  request: ReportRequest;
  projects: number;
  lines: AsyncIterable<Line>;
}

const BATCH = 1000;

const keyOf = (values: readonly Value[]) => JSON.stringify(values);

async function* projectLines(
  db: Database | Tx,
  report: ProjectReport,
  request: ReportRequest,
  ids: readonly number[],
  sums: readonly Sums[],
): AsyncGenerator<Line> {
  const { groups } = report;
  const known = new Map(sums.map((sum) => [keyOf(sum.groups.slice(0, sum.level)), sum.values]));
  let open: Value[] = [];
  const close = function* (from: number): Generator<Line> {
    for (let level = open.length; level > from; level--) {
      const group = groups[level - 1];
      const values = known.get(keyOf(open.slice(0, level)));
      if (group && values) yield { kind: 'sum', level, group, value: open[level - 1] ?? null, values };
    }
  };
  /** The lines between the row before and this one: sums of groups that end, titles of groups that begin. */
  const groupLines = function* (path: Value[]): Generator<Line> {
    const first = path.findIndex((value, index) => index >= open.length || open[index] !== value);
    if (first < 0) return;
    yield* close(first);
    for (const [index, group] of groups.entries()) {
      if (index >= first) yield { kind: 'group', level: index + 1, group, value: path[index] ?? null };
    }
    open = path;
  };
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    const found = await valuesOf(db, report, request, batch);
    for (const values of batch.flatMap((id) => found.get(id) ?? [])) {
      yield* groupLines(groups.map((group) => values[group] ?? null));
      yield { kind: 'row', values };
    }
  }
  yield* close(0);
  yield { kind: 'total', values: known.get(keyOf([])) ?? {} };
}

async function* summaryLines(report: SummaryReport, sections: readonly (readonly Sums[])[]): AsyncGenerator<Line> {
  let total: Values = {};
  for (const [index, group] of report.sections.entries()) {
    yield { kind: 'group', level: 1, group, value: null };
    for (const { level, groups, values } of sections[index] ?? []) {
      if (level === 0) total = values;
      else yield { kind: 'row', group, values: { ...values, group: groups[0] ?? null } };
    }
  }
  yield { kind: 'total', values: total };
}

/**
 * Reads a report: order and sums from one snapshot of the database, the rows in batches on demand. All rows show the
 * same past moment, so later batches do not show later changes. `rows` limits the projects; their number and the sums
 * stay those of the whole.
 */
export async function readReport(
  context: Context,
  report: BoardReport,
  request: ReportRequest,
  rows: number | null = null,
): Promise<Report> {
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      if (report.shape === 'summary') {
        const sections: Sums[][] = [];
        for (const group of report.sections) sections.push(await sectionOf(tx, report, request, group));
        const projects = sections.reduce((sum, section) => sum + section.filter(({ level }) => level > 0).length, 0);
        return { report, request, projects, lines: summaryLines(report, sections) };
      }
      const ids = await orderOf(tx, report, request, rows);
      const sums = await sumsOfGroups(tx, report, request);
      const projects = Number(sums.find(({ level }) => level === 0)?.values.projects ?? 0);
      return { report, request, projects, lines: projectLines(context.db, report, request, ids, sums) };
    });
}
