import { columnsOf } from '@pimis/domain/forms/amount-or-remark';
import { displayValue } from '@pimis/domain/forms/display';
import { AMOUNT_KINDS, LIST_KINDS } from '@pimis/domain/forms/kinds';
import { MARKS, type Marks, questionsOf, scoreOf } from '@pimis/domain/forms/marking';
import { messageFor } from '@pimis/domain/forms/messages';
import { getPath, rowsAt } from '@pimis/domain/forms/paths';
import type { Field, FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { isVisible } from '@pimis/domain/forms/visibility';
import { fieldAt, labelOfPath } from '@pimis/domain/forms/labels';
import { markdownNodes } from '@pimis/contract/markdown';
import type { Block, Column, Fact } from '../../platform/pdf/model.ts';
import type { StoredItem, StoredValidation } from '../../platform/tables.ts';

/** A form on paper: the same sections, fields and order as in the editor. */
export interface PrintedForm {
  definition: FormDefinition;
  values: FormValues;
  validation: StoredValidation;
  marks: Marks | null;
  documents: ReadonlyMap<string, string>;
}

const WIDE_COLUMNS = 8;

function numbered(field: Field): string {
  return field.no ? `${field.no} ${field.label.sr}` : field.label.sr;
}

class Printer {
  readonly blocks: Block[] = [];
  private facts: Fact[] = [];
  private readonly form: PrintedForm;

  constructor(form: PrintedForm) {
    this.form = form;
  }

  /** Facts are gathered into one grid until something wider comes. */
  private flush(): void {
    if (this.facts.length > 0) this.blocks.push({ kind: 'facts', rows: this.facts });
    this.facts = [];
  }

  heading(text: string, level: 2 | 3 = 2): void {
    this.flush();
    this.blocks.push({ kind: 'heading', level, text });
  }

  fields(fields: readonly Field[], values: FormValues): void {
    for (const field of fields) {
      if (isVisible(field, this.form.values, values)) this.field(field, values);
    }
    this.flush();
  }

  private field(field: Field, values: FormValues): void {
    const value = getPath(values, field.path);
    if (field.kind === 'table') this.table(field, rowsAt(values, field.path));
    else if (field.kind === 'markdown') {
      if (typeof value !== 'string' || value.trim() === '') return;
      this.flush();
      this.blocks.push({ kind: 'markdown', label: numbered(field), nodes: markdownNodes(value) });
    } else {
      this.facts.push({ label: numbered(field), value: this.text(field, value, values) || '–' });
    }
  }

  private text(field: Field, value: unknown, row: FormValues): string {
    return displayValue(field, value, 'sr', { row, documents: this.form.documents });
  }

  /** Rows as a sheet; long texts and tables inside a row make it a card of its own. */
  private table(field: Field, rows: readonly FormValues[]): void {
    if (rows.length === 0) {
      this.facts.push({ label: numbered(field), value: '–' });
      return;
    }
    this.flush();
    const columns = columnsOf(field);
    const plain = columns.filter((column) => column.kind !== 'markdown' && !LIST_KINDS.includes(column.kind));
    if (plain.length === columns.length && columns.length <= WIDE_COLUMNS) {
      this.sheet(field, columns, rows);
      return;
    }
    this.blocks.push({ kind: 'heading', level: 3, text: numbered(field) });
    for (const [index, row] of rows.entries()) {
      this.facts.push({ label: `${index + 1}.`, value: '' });
      this.fields(columns, row);
    }
  }

  private sheet(field: Field, columns: readonly Field[], rows: readonly FormValues[]): void {
    const shown: Column[] = columns.map((column) => ({
      title: column.label.sr,
      align: AMOUNT_KINDS.includes(column.kind) ? 'right' : 'left',
    }));
    const totals = field.totals ?? {};
    const foot = columns.map((column, index) => {
      const path = totals[column.path];
      if (path) return displayValue({ ...column, kind: 'rsd' }, getPath(this.form.values, path), 'sr');
      return index === 0 ? 'Укупно' : '';
    });
    this.blocks.push({
      kind: 'table',
      title: numbered(field),
      columns: shown,
      rows: rows.map((row) => columns.map((column) => this.text(column, getPath(row, column.path), row))),
      ...(Object.keys(totals).length > 0 ? { foot } : {}),
    });
  }

  notes(tone: 'error' | 'warning', title: string, items: readonly StoredItem[]): void {
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
      this.blocks.push({ kind: 'facts', rows: [{ label: 'Збирна оцена', value: score.replace('.', ',') }] });
  }
}

/** Blocks of a form: sections, marks, then errors and warnings. */
export function formBlocks(form: PrintedForm): Block[] {
  const printer = new Printer(form);
  for (const section of form.definition.sections) {
    if (form.definition.sections.length > 1) printer.heading(section.title.sr);
    printer.fields(section.fields, form.values);
  }
  if (form.marks) printer.marks(form.marks);
  printer.notes('error', 'Грешке', form.validation.Errors);
  printer.notes('warning', 'Упозорења', form.validation.Warnings);
  return printer.blocks;
}
