import type { Readable } from 'node:stream';
import type { ReportDefinition, ReportLine, ReportPreview, ReportQuery } from '@pimis/contract/reports';
import { isDay } from '@pimis/domain/dates/dates';
import type { Written } from '@pimis/domain/text/wording';
import { BOARD_REPORTS, type BoardReport, findBoardReport } from '@pimis/domain/reports/board-reports';
import type { ReportColumnKey } from '@pimis/domain/reports/columns';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import { type Context, today } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import type { PdfDocument } from '../../../platform/documents/pdf/model.ts';
import { institutionName } from '../../../platform/documents/pdf/page-header.ts';
import type { ReportRequest } from './as-of-date-rows.ts';
import { changeSubscription, type SubscriptionKind, subscriptionsOf } from './report-subscriptions.ts';
import { type Line, type Report, readReport } from './report-rows.ts';
import { type ReportNames, reportPaper } from './paper.ts';
import { reportSheet } from './sheet.ts';

const PREVIEW_LINES = 30;

/** The requested day; by default today. Error: ValidationError for an invalid or future day. */
export function requestedDay(context: Context, atDay: string | undefined): string {
  if (atDay === undefined) return today(context);
  if (!isDay(atDay) || atDay > today(context)) throw invalidFields({ atDay: 'InvalidField' });
  return atDay;
}

export type Scope = Omit<ReportQuery, 'reportFormat' | 'columns' | keyof Written>;

export function reportRequest(
  context: Context,
  user: CurrentUser,
  scope: Scope & Pick<Written, 'script'>,
): ReportRequest {
  const { organizationId, phase, sector, script } = scope;
  return { user, day: requestedDay(context, scope.atDay), now: context.now(), script, organizationId, phase, sector };
}

/** The report of this name. Error: NotFound. */
export function boardReport(type: string): BoardReport {
  const report = findBoardReport(type);
  if (!report) throw new ApiError('NotFound');
  return report;
}

export async function listReports(context: Context, user: CurrentUser): Promise<ReportDefinition[]> {
  const [favourites, mails] = await Promise.all([
    subscriptionsOf(context.db, 'favourite', user.id),
    subscriptionsOf(context.db, 'mail', user.id),
  ]);
  return BOARD_REPORTS.map(({ type, codeName, title, description, formats }) => ({
    type,
    codeName,
    title,
    description,
    formats: [...formats],
    favourite: favourites.has(type),
    mailed: mails.has(type),
  }));
}

const SUBSCRIPTION_AUDIT: Readonly<Record<SubscriptionKind, readonly [wanted: string, not: string]>> = {
  favourite: ['report.favourite', 'report.unfavourite'],
  mail: ['report.mail', 'report.unmail'],
};

/** Stores or removes the user's subscription of a report. Error: NotFound. */
export async function setSubscription(
  context: Context,
  user: CurrentUser,
  { type, kind, wanted }: { type: string; kind: SubscriptionKind; wanted: boolean },
  origin: AuditOrigin,
): Promise<void> {
  const report = boardReport(type);
  await context.db.transaction().execute(async (tx) => {
    const changed = await changeSubscription(
      tx,
      kind,
      { userId: user.id, report: report.type, at: context.now() },
      wanted,
    );
    if (!changed) return;
    const [done, undone] = SUBSCRIPTION_AUDIT[kind];
    await audit(tx, origin, {
      operation: wanted ? done : undone,
      subjectType: 'report',
      subjectId: report.type,
      detail: { before: { [kind]: !wanted }, after: { [kind]: wanted } },
    });
  });
}

function toReportLine(line: Line, columns: readonly string[]): ReportLine {
  if (line.kind === 'group')
    return { kind: 'group', level: line.level, group: line.group, value: line.value, cells: {} };
  const values = line.values as Readonly<Record<string, string | null>>;
  const cells = Object.fromEntries([...columns, 'projects'].map((column) => [column, values[column] ?? null]));
  if (line.kind === 'sum') return { kind: 'sum', level: line.level, group: line.group, value: line.value, cells };
  return { kind: line.kind, ...(line.kind === 'row' && line.group ? { group: line.group } : {}), cells };
}

/** The first lines of a report, and its sum. */
export async function previewReport(
  context: Context,
  report: BoardReport,
  request: ReportRequest,
): Promise<ReportPreview> {
  const { projects, lines } = await readReport(context, report, request, PREVIEW_LINES);
  const shown: ReportLine[] = [];
  for await (const line of lines) shown.push(toReportLine(line, report.columns));
  return {
    type: report.type,
    atDay: request.day,
    columns: [...report.columns],
    lines: shown,
    totalRows: projects,
    more: report.shape === 'projects' && projects > PREVIEW_LINES,
  };
}

async function namesOf(context: Context, { request: { organizationId } }: Report): Promise<ReportNames> {
  return {
    institution: await institutionName(context.db),
    organization: organizationId === undefined ? null : await institutionName(context.db, organizationId),
  };
}

export async function reportWorkbook(
  context: Context,
  made: Report,
  columns: readonly ReportColumnKey[],
  written: Written,
): Promise<Readable> {
  return reportSheet(context, made, { names: await namesOf(context, made), columns }, written);
}

export async function reportDocument(context: Context, made: Report, written: Written): Promise<PdfDocument> {
  return reportPaper(context, made, await namesOf(context, made), written);
}
