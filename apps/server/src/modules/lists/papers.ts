import { writeXlsxStream } from 'hucre/xlsx';
import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import type { ListItem } from '@pimis/contract/lists';
import { formatDay } from '@pimis/domain/dates/dates';
import { formatAmount, fromHundredths, sumHundredths } from '@pimis/domain/money/decimal';
import { listInfo } from '@pimis/domain/workflow/lists';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import type { PdfDocument } from '../../platform/pdf/model.ts';
import { renderPdf } from '../../platform/pdf/render.ts';
import { safeFileName, type ZipEntry } from '../../platform/zip.ts';
import { formPdf, loadForExport } from '../forms/export.ts';
import { decisionText } from './decisions.ts';
import { projectsOfList } from './service.ts';

type Cell = string | number;

interface Paper {
  title: string;
  header: string[];
  rows: Cell[][];
  /** Column of the amount. */
  amount: number;
  /** Columns of longer text. */
  wide: readonly number[];
}

const number = (text: string): Cell => (text.replace('.', '').length <= 15 ? Number(text) : text);

function listPaper(type: number, name: string, items: readonly ListItem[]): Paper {
  const opinion = listInfo(type).needsOpinion;
  return {
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
      item.decisionDate ? formatDay(item.decisionDate) : '',
      decisionText(item.phase, item.decision),
      item.postponedDate ? formatDay(item.postponedDate) : '',
      item.decisionComment ?? '',
    ]),
    amount: 4,
    wide: [2, 8],
  };
}

function asPdf(context: Context, paper: Paper): PdfDocument {
  const total = fromHundredths(sumHundredths(paper.rows.map((row) => String(row[paper.amount]))));
  return {
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
          weight: paper.wide.includes(index) ? 3 : index === 0 ? 0.5 : 2,
        })),
        rows: paper.rows.map((row) =>
          row.map((cell, index) => (index === paper.amount ? formatAmount(String(cell)) : String(cell))),
        ),
      },
    ],
    footer: `${paper.title} · ${formatDay(today(context))}`,
    landscape: true,
  };
}

function asSheet(paper: Paper): Promise<Buffer> {
  const rows = paper.rows.map((row) =>
    row.map((cell, index) => (index === paper.amount ? number(String(cell)) : cell)),
  );
  return buffer(writeXlsxStream([paper.header, ...rows], { name: 'Листа' }) as never);
}

function paperEntries(context: Context, paper: Paper, name: string): ZipEntry[] {
  const modified = context.now();
  return [
    { name: `${name}.pdf`, modified, make: () => renderPdf(asPdf(context, paper)) },
    { name: `${name}.xlsx`, modified, make: () => asSheet(paper) },
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

async function keptForm(context: Context, user: CurrentUser, kept: KeptForm): Promise<Buffer> {
  const exported = await loadForExport(context, user, kept.code, kept.formId, kept.revision);
  const form = { ...exported.form, status: kept.status ?? exported.form.status };
  return renderPdf(await formPdf(context, { ...exported, form }));
}

/**
 * What stands in the archive of a list for the commission's table: the list itself, and of each project the form that
 * it was approved with.
 */
export async function listEntries(
  context: Context,
  user: CurrentUser,
  type: number,
  name: string,
): Promise<ZipEntry[]> {
  const items = await projectsOfList(context, user, type, name);
  const forms = await formsOf(context, type, name);
  const modified = context.now();
  const entries = paperEntries(context, listPaper(type, name, items), 'lista');
  for (const item of items) {
    const kept = forms.get(item.projectCode);
    if (!kept) continue;
    entries.push({
      name: safeFileName(`${String(item.position).padStart(3, '0')}-${item.projectCode}.pdf`),
      modified,
      make: () => keptForm(context, user, kept),
    });
  }
  return entries;
}

/** A list with every decision of the commission. Errors: NotFound, ListNotApproved while one is missing. */
export async function approvedListEntries(
  context: Context,
  user: CurrentUser,
  type: number,
  name: string,
): Promise<ZipEntry[]> {
  const items = await projectsOfList(context, user, type, name);
  if (items.some((item) => item.decision === null)) throw new ApiError('ListNotApproved');
  return paperEntries(context, decisionsPaper(type, name, items), 'odobrena-lista');
}
