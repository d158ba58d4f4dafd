import { formatDay } from '@pimis/domain/dates/dates';
import { columnsOf } from '@pimis/domain/forms/amount-or-remark';
import { displayValue } from '@pimis/domain/forms/display';
import { AMOUNT_KINDS, LIST_KINDS } from '@pimis/domain/forms/kinds';
import { MARKS, type Marks, questionsOf, scoreOf } from '@pimis/domain/forms/marking';
import { messageFor } from '@pimis/domain/forms/messages';
import { getPath, rowsAt } from '@pimis/domain/forms/paths';
import {
  DATA_TITLE,
  type ReferenceDatum,
  referenceData,
  referenceIndicators,
} from '@pimis/domain/forms/reference-data';
import type { Field, FormDefinition, FormValues, Kind, Viewer } from '@pimis/domain/forms/types';
import { isFor, isVisible } from '@pimis/domain/forms/visibility';
import type { SuccessKeyIndicator } from '@pimis/domain/indicators/types';
import { formatAmount } from '@pimis/domain/money/decimal';
import { fieldAt, labelOfPath } from '@pimis/domain/forms/labels';
import type { Block, Column, LabelledValue } from '../../platform/pdf/model.ts';
import type { CachedSchema, CachedValidator } from '../../platform/validator-cache.ts';

/** A form on paper: the same sections, fields and order as in the editor. */
export interface PrintedForm {
  definition: FormDefinition;
  values: FormValues;
  validation: CachedValidator;
  marks: Marks | null;
  documents: ReadonlyMap<string, string>;
  /** Labelled values that stand beside the form on the screen. */
  data: unknown;
  /** Fields of other roles are left out. */
  viewer: Viewer;
}

/** Shares of the width that columns of a kind take, and how many of them a page holds. */
const NARROW: readonly Kind[] = ['percent', 'year', 'int', 'yesNo'];
const DAYS: readonly Kind[] = ['month', 'date'];
const PAGE_WIDTH = 10;
const DAY_LENGTH = 10;
const ENDLESS = '∞';
const NONE = '–';

function widthOf({ kind }: Field): number {
  if (NARROW.includes(kind)) return 0.7;
  return DAYS.includes(kind) ? 0.9 : 1.3;
}

const isPlain = ({ kind }: Field) => kind !== 'markdown' && !LIST_KINDS.includes(kind);

/** Do the columns stand beside each other on a page? */
function fit(columns: readonly Field[]): boolean {
  return columns.length > 0 && columns.reduce((sum, column) => sum + widthOf(column), 0) <= PAGE_WIDTH;
}

function numbered(field: Field): string {
  return field.no ? `${field.no} ${field.label.sr}` : field.label.sr;
}

class Printer {
  readonly blocks: Block[] = [];
  private labelled: LabelledValue[] = [];
  private readonly form: PrintedForm;

  constructor(form: PrintedForm) {
    this.form = form;
  }

  /** Labelled values are gathered into one grid until something wider comes. */
  private flush(): void {
    if (this.labelled.length > 0) this.blocks.push({ kind: 'labelled', rows: this.labelled });
    this.labelled = [];
  }

  heading(text: string, level: 2 | 3 | 4 = 2): void {
    this.flush();
    this.blocks.push({ kind: 'heading', level, text });
  }

  fields(fields: readonly Field[], values: FormValues): void {
    for (const field of fields) {
      if (isFor(field, this.form.viewer) && isVisible(field, this.form.values, values)) this.field(field, values);
    }
    this.flush();
  }

  /** What was decided, spent and planned before, as it stands beside the form on the screen. */
  given(): void {
    const { definition, data } = this.form;
    const labelled = referenceData(definition.code, data);
    const indicators = referenceIndicators(data);
    if (labelled.length === 0 && !indicators) return;
    this.heading(DATA_TITLE.sr);
    for (const fact of labelled) {
      if (fact.format === 'markdown') this.markdown(fact.label.sr, fact.value);
      else this.labelled.push({ label: fact.label.sr, value: factText(fact) });
    }
    if (indicators) this.labelled.push(...indicatorValues(indicators));
    this.flush();
  }

  private markdown(label: string, text: string): void {
    this.flush();
    this.blocks.push({ kind: 'markdown', label, text });
  }

  private field(field: Field, values: FormValues): void {
    const value = getPath(values, field.path);
    if (field.kind === 'table') this.table(field, rowsAt(values, field.path));
    else if (field.kind === 'markdown') {
      if (typeof value !== 'string' || value.trim() === '') return;
      this.markdown(numbered(field), value);
    } else {
      this.labelled.push({ label: numbered(field), value: this.text(field, value, values) || '–' });
    }
  }

  private text(field: Field, value: unknown, row: FormValues): string {
    return displayValue(field, value, 'sr', { row, documents: this.form.documents });
  }

  /**
   * Rows as a sheet. What does not fit into one follows it, row by row: long texts that only some rows have, and tables
   * inside a row. Rows that are mostly long texts are cards.
   */
  private table(field: Field, rows: readonly FormValues[], title = numbered(field)): void {
    if (rows.length === 0) {
      this.labelled.push({ label: title, value: NONE });
      return;
    }
    this.flush();
    const shown = columnsOf(field).filter((column) => isFor(column, this.form.viewer));
    const plain = shown.filter((column) => isPlain(column) && !column.visibleWhen);
    const rest = shown.filter((column) => !plain.includes(column));
    if (fit(plain) && rest.every((column) => column.visibleWhen || column.kind === 'table')) {
      this.sheet(field, title, plain, rows);
      this.rows(plain, rest, rows);
      return;
    }
    this.heading(title, 3);
    this.rows(plain, shown, rows);
  }

  /** A part for each row that has something to show, under its number and name. */
  private rows(names: readonly Field[], fields: readonly Field[], rows: readonly FormValues[]): void {
    for (const [index, row] of rows.entries()) {
      if (!fields.some((field) => isVisible(field, this.form.values, row))) continue;
      const name = names.find(({ kind }) => kind === 'text' || kind === 'select');
      const called = name ? this.text(name, getPath(row, name.path), row) : '';
      this.heading(`${index + 1}. ${called}`.trim(), 4);
      const [only] = fields;
      if (fields.length === 1 && only?.kind === 'table') this.table(only, rowsAt(row, only.path), only.label.sr);
      else
        this.fields(
          fields.filter((field) => field !== name),
          row,
        );
    }
    this.flush();
  }

  private sheet(field: Field, title: string, columns: readonly Field[], rows: readonly FormValues[]): void {
    const shown: Column[] = columns.map((column) => ({
      title: column.label.sr,
      align: AMOUNT_KINDS.includes(column.kind) ? 'right' : 'left',
      weight: widthOf(column),
    }));
    const totals = field.totals ?? {};
    const foot = columns.map((column, index) => {
      const path = totals[column.path];
      if (path) return displayValue({ ...column, kind: 'rsd' }, getPath(this.form.values, path), 'sr');
      return index === 0 ? 'Укупно' : '';
    });
    this.blocks.push({
      kind: 'table',
      title,
      columns: shown,
      rows: rows.map((row) => columns.map((column) => this.text(column, getPath(row, column.path), row))),
      ...(Object.keys(totals).length > 0 ? { foot } : {}),
    });
  }

  notes(tone: 'error' | 'warning', title: string, items: readonly CachedSchema[]): void {
    this.flush();
    if (items.length === 0) return;
    this.blocks.push({
      kind: 'notes',
      tone,
      title,
      items: items.map((item) => {
        const path = item.Path ?? '';
        const label = labelOfPath(this.form.definition, path);
        const text = messageFor({ code: item.StatusCode.Code, label, path }, 'sr', fieldAt(this.form.definition, path));
        return item.Index > 0 ? `Ред ${item.Index}: ${text}` : text;
      }),
    });
  }

  marks(marks: Marks): void {
    const questions = questionsOf(this.form.definition.code);
    this.heading('Оцена');
    this.blocks.push({
      kind: 'table',
      columns: [
        { title: 'Питање', align: 'left', weight: 3 },
        { title: 'Оцена', align: 'left' },
        { title: 'Коментар', align: 'left', weight: 3 },
      ],
      rows: questions.map(({ number, label }) => {
        const mark = MARKS.find(({ value }) => value === marks[`${number}.mark`]);
        const comment = marks[`${number}.comment`];
        return [
          `${number}. ${label.sr}`,
          mark ? `${mark.value} – ${mark.label.sr}` : '–',
          typeof comment === 'string' ? comment : '',
        ];
      }),
    });
    const score = scoreOf(this.form.definition.code, marks);
    if (score !== null)
      this.blocks.push({ kind: 'labelled', rows: [{ label: 'Збирна оцена', value: score.replace('.', ',') }] });
  }
}

function factText({ format, value }: ReferenceDatum): string {
  if (format === 'amount') return `${formatAmount(value)} РСД`;
  if (format === 'percent') return `${formatAmount(value)} %`;
  return format === 'date' ? formatDay(value.slice(0, DAY_LENGTH)) : value;
}

/** Indicators of an approved quarter (docs/indicators.md, 6). */
function indicatorValues(indicators: SuccessKeyIndicator): LabelledValue[] {
  const { TimeToProjectImplementation: time, FundingAdequacyIndicator: funding, Inactivity: inactivity } = indicators;
  const whole = (value: number) => formatAmount(`${value}.00`).replace(/,00$/, '');
  return [
    {
      label: 'Време до реализације, дана',
      value: time.Value === null ? (time.LimitReached ? ENDLESS : NONE) : whole(time.Value),
    },
    { label: 'Адекватност финансирања, %', value: formatAmount(funding.Value) },
    { label: 'Неактивност, дана', value: whole(inactivity.Value) },
  ];
}

/** Blocks of a form: what was given, sections with their numbers, marks, then errors and warnings. */
export function formBlocks(form: PrintedForm): Block[] {
  const printer = new Printer(form);
  printer.given();
  for (const [index, section] of form.definition.sections.entries()) {
    if (!section.fields.some((field) => isFor(field, form.viewer))) continue;
    printer.heading(`${index + 1}. ${section.title.sr}`);
    printer.fields(section.fields, form.values);
  }
  if (form.marks) printer.marks(form.marks);
  printer.notes('error', 'Грешке', form.validation.Errors);
  printer.notes('warning', 'Упозорења', form.validation.Warnings);
  return printer.blocks;
}
