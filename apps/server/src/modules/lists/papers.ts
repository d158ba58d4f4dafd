import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import type { ListItem } from '@pimis/contract/lists';
import { formatDay } from '@pimis/domain/dates/dates';
import { formatAmount, fromHundredths, sumHundredths } from '@pimis/domain/money/decimal';
import { listInfo } from '@pimis/domain/workflow/lists';
import type { Script } from '@pimis/domain/text/transliterate';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import type { PdfDocument } from '../../platform/pdf/model.ts';
import { renderPdf } from '../../platform/pdf/render.ts';
import { institutionName, pageHeader } from '../../platform/pdf/page-header.ts';
import type { CellKind } from '../../platform/xlsx/styles.ts';
import { type SheetLine, workbookStream } from '../../platform/xlsx/workbook.ts';
import { safeFileName, type ZipEntry } from '../../platform/zip.ts';
import { formPdf, loadForExport } from '../forms/export.ts';
import { decisionText } from './decisions.ts';
import { projectsOfList } from './service.ts';

type Cell = string | number;

interface Paper {
  /** Of the list. */
  number: string;
  title: string;
  header: string[];
  rows: Cell[][];
  /** Column of the amount. */
  amount: number;
  /** Columns of longer text. */
  wide: readonly number[];
}

function listPaper(type: number, name: string, items: readonly ListItem[]): Paper {
  const opinion = listInfo(type).needsOpinion;
  return {
    number: name,
    title: `Листа: ${listInfo(type).title.sr} ${name}`,
    header: [
      'Р. бр.',
      'Радни назив',
      'Пројекат',
      'Орган',
      'Вредност (РСД)',
      ...(opinion ? ['Мишљење министарства'] : []),
    ],
    rows: items.map((item) => [
      item.position,
      item.projectCode,
      item.projectName,
      item.organizationName,
      item.totalValue,
      ...(opinion ? [item.pimisCommented ? 'дато' : 'није дато'] : []),
    ]),
    amount: 4,
    wide: [2],
  };
}

function decisionsPaper(type: number, name: string, items: readonly ListItem[]): Paper {
  return {
    number: name,
    title: `Одобрена листа: ${listInfo(type).title.sr} ${name}`,
    header: [
      'Р. бр.',
      'Радни назив',
      'Пројекат',
      'Орган',
      'Вредност (РСД)',
      'Датум',
      'Одлука',
      'Одложено до',
      'Коментар',
    ],
    rows: items.map((item) => [
      item.position,
      item.projectCode,
      item.projectName,
      item.organizationName,
      item.totalValue,
      item.decisionDate ?? '',
      decisionText(item.phase, item.decision),
      item.postponedDate ?? '',
      item.decisionComment ?? '',
    ]),
    amount: 4,
    wide: [2, 8],
  };
}

/** Columns that are no text, by their heads. */
const KINDS: Readonly<Record<string, CellKind>> = { Датум: 'day', 'Одложено до': 'day', 'Р. бр.': 'count' };

/** A value as it is written on paper. */
function shown(paper: Paper, column: number, value: string): string {
  if (column === paper.amount) return formatAmount(value);
  return KINDS[paper.header[column] ?? ''] === 'day' && value !== '' ? formatDay(value) : value;
}

async function asPdf(context: Context, paper: Paper): Promise<PdfDocument> {
  const total = fromHundredths(sumHundredths(paper.rows.map((row) => String(row[paper.amount]))));
  return {
    head: pageHeader(await institutionName(context.db), paper.number, formatDay(today(context))),
    title: paper.title,
    labelled: [
      { label: 'Број пројеката', value: String(paper.rows.length) },
      { label: 'Укупна вредност (РСД)', value: formatAmount(total) },
    ],
    blocks: [
      {
        kind: 'table',
        columns: paper.header.map((title, index) => ({
          title,
          align: index === paper.amount ? 'right' : 'left',
          weight: paper.wide.includes(index) ? 3 : index === 0 ? 0.8 : 2,
        })),
        rows: paper.rows.map((row) => row.map((cell, index) => shown(paper, index, String(cell)))),
      },
    ],
    signatures: ['Секретар комисије', 'Председник комисије'],
    footer: `${paper.title} · ${formatDay(today(context))}`,
    landscape: true,
  };
}

const NARROW_WIDTH = 16;
const WIDE_WIDTH = 44;

async function asSheet(context: Context, paper: Paper, script: Script | undefined): Promise<Buffer> {
  const columns = paper.header.map((title, index) => ({
    title,
    kind: index === paper.amount ? 'money' : (KINDS[title] ?? 'text'),
    width: paper.wide.includes(index) ? WIDE_WIDTH : index === 0 ? NARROW_WIDTH / 2 : NARROW_WIDTH,
  }));
  const lines = paper.rows.map((row): SheetLine => ({ kind: 'row', cells: row.map(String) }));
  const above = [paper.title, ''];
  return buffer(await workbookStream({ name: 'Листа', above, columns, lines, script, at: context.now() }));
}

function paperEntries(context: Context, paper: Paper, name: string, script: Script | undefined): ZipEntry[] {
  const modified = context.now();
  return [
    { name: `${name}.pdf`, modified, make: async () => renderPdf({ ...(await asPdf(context, paper)), script }) },
    { name: `${name}.xlsx`, modified, make: () => asSheet(context, paper, script) },
  ];
}

interface KeptForm {
  code: string;
  formId: number;
  revision: number;
  status: number | null;
}

/** The form that each project stood on the list with, in the revision and state of the decision, or of the list before that. */
async function formsOf(context: Context, type: number, name: string): Promise<Map<string, KeptForm>> {
  const { rows } = await sql<KeptForm>`
    select projects.code::text as code, items.form_id as "formId", items.form_revision as revision,
           items.form_status as status
    from project_lists lists
    join project_list_items items on items.list_id = lists.id
    join published.projects on projects.id = items.project_id
    where lists.type = ${type} and lists.name = ${name} and items.form_revision is not null`.execute(context.db);
  return new Map(rows.map((row) => [row.code, row]));
}

async function keptForm(
  context: Context,
  user: CurrentUser,
  kept: KeptForm,
  script: Script | undefined,
): Promise<Buffer> {
  const exported = await loadForExport(context, user, kept.code, kept.formId, kept.revision);
  const form = { ...exported.form, status: kept.status ?? exported.form.status };
  return renderPdf({ ...(await formPdf(context, { ...exported, form })), script });
}

/** The list of which the papers are, and how they are written. */
interface PrintedList {
  type: number;
  name: string;
  script: Script | undefined;
}

/**
 * What stands in the archive of a list for the commission's table: the list itself, and of each project the form that
 * it was approved with.
 */
export async function listEntries(
  context: Context,
  user: CurrentUser,
  { type, name, script }: PrintedList,
): Promise<ZipEntry[]> {
  const items = await projectsOfList(context, user, type, name);
  const forms = await formsOf(context, type, name);
  const modified = context.now();
  const entries = paperEntries(context, listPaper(type, name, items), 'lista', script);
  for (const item of items) {
    const kept = forms.get(item.projectCode);
    if (!kept) continue;
    entries.push({
      name: safeFileName(`${String(item.position).padStart(3, '0')}-${item.projectCode}.pdf`),
      modified,
      make: () => keptForm(context, user, kept, script),
    });
  }
  return entries;
}

/** A list with every decision of the commission. Errors: NotFound, ListNotApproved while one is missing. */
export async function approvedListEntries(
  context: Context,
  user: CurrentUser,
  { type, name, script }: PrintedList,
): Promise<ZipEntry[]> {
  const items = await projectsOfList(context, user, type, name);
  if (items.some((item) => item.decision === null)) throw new ApiError('ListNotApproved');
  return paperEntries(context, decisionsPaper(type, name, items), 'odobrena-lista', script);
}
