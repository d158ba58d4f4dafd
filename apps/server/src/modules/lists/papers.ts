import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import type { ListItem } from '@pimis/contract/lists';
import { FORM_STATUS } from '@pimis/domain/constants';
import { fromHundredths, sumHundredths } from '@pimis/domain/money/decimal';
import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import { decidedText } from '@pimis/domain/workflow/decided';
import { listInfo } from '@pimis/domain/workflow/lists';
import { WORDS } from '@pimis/domain/text/words';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { type FileWord, fileWord } from '../../platform/storage/file-names.ts';
import type { LabelledValue, PdfDocument } from '../../platform/documents/pdf/model.ts';
import { renderPdf } from '../../platform/documents/pdf/render.ts';
import { institutionName, pageHeader } from '../../platform/documents/pdf/page-header.ts';
import type { CellKind } from '../../platform/documents/xlsx/styles.ts';
import { type SheetLine, workbookStream } from '../../platform/documents/xlsx/workbook.ts';
import { safeFileName, type ZipEntry } from '../../platform/documents/zip.ts';
import { formPdf, loadForExport } from '../forms/export.ts';
import { projectsOfList, sessionOf } from './service.ts';

const TEXTS = {
  list: WORDS.list,
  approvedList: pair('Одобрена листа', 'Approved list'),
  session: pair('Седница комисије', 'Session of the commission'),
  noSession: pair('није одређена', 'not set yet'),
  ofDay: pair('од', 'of'),
  made: pair('Листа направљена', 'List made'),
  projects: WORDS.projectCount,
  totalValue: pair('Укупна вредност, РСД', 'Total value, RSD'),
  given: pair('дато', 'given'),
  notGiven: WORDS.missing,
  total: WORDS.total,
  secretary: pair('Секретар комисије', 'Secretary of the commission'),
  president: pair('Председник комисије', 'President of the commission'),
} as const;

interface ListColumn {
  title: BilingualText;
  kind: CellKind;
  /** The column's share of the width of the page; in a workbook its width in letters. */
  weight: number;
  cell: (item: ListItem, wording: Wording) => string;
}

const NARROW = 0.8;
const WIDE = 3;
const column = (title: BilingualText, cell: ListColumn['cell'], kind: CellKind = 'text', weight = 2): ListColumn => ({
  title,
  kind,
  weight,
  cell,
});

const COLUMNS: readonly ListColumn[] = [
  column(WORDS.position, ({ position }) => String(position), 'count', NARROW),
  column(WORDS.workingName, ({ projectCode }) => projectCode),
  column(WORDS.project, ({ projectName }) => projectName, 'text', WIDE),
  column(WORDS.body, ({ organizationName }) => organizationName),
  column(WORDS.valueInRsd, ({ totalValue }) => totalValue, 'money'),
];
const OPINION = column(WORDS.ministryOpinion, ({ pimisCommented }, { say }) =>
  say(pimisCommented ? TEXTS.given : TEXTS.notGiven),
);
const DECISIONS: readonly ListColumn[] = [
  column(WORDS.date, ({ decisionDate }) => decisionDate ?? '', 'day'),
  column(WORDS.decision, ({ phase, decision }, { say }) => say(decidedText(phase, decision))),
  column(pair('Одложено до', 'Postponed to'), ({ postponedDate }) => postponedDate ?? '', 'day'),
  column(WORDS.comment, ({ decisionComment }) => decisionComment ?? '', 'text', WIDE),
];

/** A list before or after the commission. */
interface Paper {
  list: PrintedList;
  /** The name of the file. */
  file: FileWord;
  title: string;
  /** Labelled values under the title. */
  facts: LabelledValue[];
  columns: readonly ListColumn[];
  items: readonly ListItem[];
  wording: Wording;
}

/** The session of a list as a labelled value, also if it has none. */
function sessionFact(session: { day: string | null; number: string | null }, { say, day }: Wording): LabelledValue {
  const parts = [session.number, session.day === null ? null : `${say(TEXTS.ofDay)} ${day(session.day)}`];
  const called = parts.filter((part) => part !== null).join(' ');
  return { label: say(TEXTS.session), value: called === '' ? say(TEXTS.noSession) : called };
}

/** The session of a list, for a paper about it. Error: NotFound. */
export async function sessionFacts(
  db: Database,
  list: { type: number; name: string },
  wording: Wording,
): Promise<LabelledValue[]> {
  return [sessionFact(await sessionOf(db, list), wording)];
}

async function paperOf(
  context: Context,
  list: PrintedList,
  items: readonly ListItem[],
  { file, title, columns }: { file: FileWord; title: BilingualText; columns: readonly ListColumn[] },
): Promise<Paper> {
  const wording = wordingOf(list.written.language);
  const { say, day } = wording;
  const session = await sessionOf(context.db, list);
  return {
    list,
    file,
    title: `${say(title)}: ${say(listInfo(list.type).title)} ${list.name}`,
    facts: [
      // A list that was decided without a session does not say that it waits for one.
      ...(file === 'approvedList' && session.number === null && session.day === null
        ? []
        : [sessionFact(session, wording)]),
      { label: say(TEXTS.made), value: day(dayOf(session.createdAt)) },
    ],
    columns,
    items,
    wording,
  };
}

/** A value in the form of the paper. */
function shown({ kind }: ListColumn, value: string, { amount, day }: Wording): string {
  if (kind === 'money') return amount(value);
  return kind === 'day' && value !== '' ? day(value) : value;
}

const sumOf = ({ items }: Paper) => fromHundredths(sumHundredths(items.map(({ totalValue }) => totalValue)));

/** The cells of the sum line; its title is in the column of names. */
function sumCells({ columns, wording }: Paper, sum: string): string[] {
  return columns.map(({ kind, weight }, index) =>
    kind === 'money' ? sum : weight === WIDE && index < columns.length - 1 ? wording.say(TEXTS.total) : '',
  );
}

async function asPdf(context: Context, paper: Paper): Promise<PdfDocument> {
  const { list, title, columns, items, wording } = paper;
  const { say, amount, day } = wording;
  const sum = amount(sumOf(paper));
  return {
    ...list.written,
    head: pageHeader(await institutionName(context.db), list.name, context, list.written),
    title,
    labelled: [
      ...paper.facts,
      { label: say(TEXTS.projects), value: String(items.length) },
      { label: say(TEXTS.totalValue), value: sum },
    ],
    blocks: [
      {
        kind: 'table',
        columns: columns.map(({ title: head, kind, weight }) => ({
          title: say(head),
          align: kind === 'money' ? 'right' : 'left',
          weight,
        })),
        rows: items.map((item) => columns.map((one) => shown(one, one.cell(item, wording), wording))),
        foot: sumCells(paper, sum),
      },
    ],
    signatures: [say(TEXTS.secretary), say(TEXTS.president)],
    footer: `${title} · ${day(today(context))}`,
    landscape: true,
  };
}

const NARROW_WIDTH = 16;
const WIDE_WIDTH = 44;

async function asSheet(context: Context, paper: Paper): Promise<Buffer> {
  const { list, columns, items, wording } = paper;
  const lines: SheetLine[] = items.map((item) => ({
    kind: 'row',
    cells: columns.map(({ cell }) => cell(item, wording)),
  }));
  lines.push({ kind: 'total', sums: { from: 0, to: items.length - 1 }, cells: sumCells(paper, sumOf(paper)) });
  return buffer(
    await workbookStream({
      name: wording.say(TEXTS.list),
      above: [paper.title, ...paper.facts.map(({ label, value }) => `${label}: ${value}`), ''],
      columns: columns.map(({ title, kind, weight }) => ({
        title: wording.say(title),
        kind,
        width: weight === WIDE ? WIDE_WIDTH : weight === NARROW ? NARROW_WIDTH / 2 : NARROW_WIDTH,
      })),
      lines,
      ...list.written,
      at: context.now(),
    }),
  );
}

function paperEntries(context: Context, paper: Paper): ZipEntry[] {
  const modified = context.now();
  const name = fileWord(paper.file, paper.list.written);
  return [
    { name: `${name}.pdf`, modified, make: async () => renderPdf(await asPdf(context, paper)) },
    { name: `${name}.xlsx`, modified, make: () => asSheet(context, paper) },
  ];
}

interface DecidedForm {
  code: string;
  formId: number;
  revision: number;
  status: number | null;
}

/**
 * The form with which each project came onto the list, in the revision and state of the decision, or of the list if
 * there is none.
 */
async function formsOf(context: Context, type: number, name: string): Promise<Map<string, DecidedForm>> {
  const { rows } = await sql<DecidedForm>`
    select projects.code::text as code, items.form_id as "formId", items.form_revision as revision,
           items.form_status as status
    from project_lists lists
    join project_list_items items on items.list_id = lists.id
    join published.projects on projects.id = items.project_id
    where lists.type = ${type} and lists.name = ${name} and items.form_revision is not null`.execute(context.db);
  return new Map(rows.map((row) => [row.code, row]));
}

async function decidedForm(
  context: Context,
  user: CurrentUser,
  decided: DecidedForm,
  written: Written,
): Promise<Buffer> {
  const exported = await loadForExport(context, user, decided.code, decided.formId, decided.revision);
  const form = { ...exported.form, status: decided.status ?? exported.form.status };
  const paper = await formPdf(context, { ...exported, form }, written);
  // A form that was decided on is not marked as a draft, even if it has changed since.
  return renderPdf({ ...paper, draft: form.status === FORM_STATUS.unlocked });
}

/** The list to print, with the language and script of the papers. */
interface PrintedList {
  type: number;
  name: string;
  written: Written;
}

/** The archive of a list for the commission: the list, and for each project the form with which it was approved. */
export async function listEntries(context: Context, user: CurrentUser, list: PrintedList): Promise<ZipEntry[]> {
  const { type, name, written } = list;
  const items = await projectsOfList(context, user, type, name);
  const forms = await formsOf(context, type, name);
  const modified = context.now();
  const columns = listInfo(type).needsOpinion ? [...COLUMNS, OPINION] : COLUMNS;
  const paper = await paperOf(context, list, items, { file: 'list', title: TEXTS.list, columns });
  const entries = paperEntries(context, paper);
  for (const item of items) {
    const form = forms.get(item.projectCode);
    if (!form) continue;
    entries.push({
      name: safeFileName(`${String(item.position).padStart(3, '0')}-${item.projectCode}.pdf`),
      modified,
      make: () => decidedForm(context, user, form, written),
    });
  }
  return entries;
}

/** A list with every decision of the commission. Errors: NotFound, ListNotApproved while one is missing. */
export async function approvedListEntries(context: Context, user: CurrentUser, list: PrintedList): Promise<ZipEntry[]> {
  const items = await projectsOfList(context, user, list.type, list.name);
  if (items.some((item) => item.decision === null)) throw new ApiError('ListNotApproved');
  const columns = [...COLUMNS, ...DECISIONS];
  const title = TEXTS.approvedList;
  return paperEntries(context, await paperOf(context, list, items, { file: 'approvedList', title, columns }));
}
