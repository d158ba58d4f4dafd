import type { Remark } from '@pimis/contract/remarks';
import { columnsOf } from '@pimis/domain/forms/amount-or-remark';
import { displayValue, unsaidUnit } from '@pimis/domain/forms/display';
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
import { sectionOfPlace } from '@pimis/domain/forms/remarks';
import { isFor, isVisible } from '@pimis/domain/forms/visibility';
import type { SuccessKeyIndicator } from '@pimis/domain/indicators/types';
import { pair } from '@pimis/domain/text/bilingual-text';
import type { Wording } from '@pimis/domain/text/wording';
import { fieldAt, labelOfPath } from '@pimis/domain/forms/labels';
import { isBlank } from '@pimis/domain/text/blank';
import { WORDS } from '@pimis/domain/text/words';
import type { Block, Column, LabelledValue } from '../../platform/documents/pdf/model.ts';
import type { StoredValidationItem, StoredValidationResult } from '../../platform/database/stored-validation-result.ts';

/** A form on paper: the same sections, fields and order as in the editor. */
export interface PrintedForm {
  definition: FormDefinition;
  values: FormValues;
  validation: StoredValidationResult;
  marks: Marks | null;
  documents: ReadonlyMap<string, string>;
  /** Labelled values that the screen shows next to the form. */
  data: unknown;
  /** The remarks of its returns. */
  remarks: readonly Remark[];
  /** Fields of other roles are left out. */
  viewer: Viewer;
  wording: Wording;
}

const TEXTS = {
  total: WORDS.total,
  row: WORDS.row,
  marks: WORDS.mark,
  question: pair('Питање', 'Question'),
  comment: WORDS.comment,
  score: pair('Збирна оцена', 'Overall mark'),
  dinars: WORDS.rsd,
  time: WORDS.timeToRealization,
  adequacy: WORDS.fundingAdequacy,
  inactivity: pair('Неактивност, дана', 'Inactivity, days'),
  errors: pair('Грешке', 'Errors'),
  warnings: WORDS.warnings,
  remarks: WORDS.remarks,
  answer: WORDS.answer,
  corrected: WORDS.corrected,
  open: WORDS.openRemark,
} as const;

/** Shares of the width for columns of each kind, and the number of columns that fit on a page. */
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

/** Whether the columns fit side by side. */
function fit(columns: readonly Field[]): boolean {
  return columns.length > 0 && columns.reduce((sum, column) => sum + widthOf(column), 0) <= PAGE_WIDTH;
}

class Printer {
  readonly blocks: Block[] = [];
  private labelled: LabelledValue[] = [];
  private readonly form: PrintedForm;
  readonly say: Wording['say'];

  constructor(form: PrintedForm) {
    this.form = form;
    this.say = form.wording.say;
  }

  private numbered(field: Field): string {
    return field.no ? `${field.no} ${this.say(field.label)}` : this.say(field.label);
  }

  /** Collects labelled values in one grid until a wider element follows. */
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

  /** Earlier decisions, expenses and plans, which the screen shows next to the form. */
  given(): void {
    const { definition, data } = this.form;
    const labelled = referenceData(definition.code, data);
    const indicators = referenceIndicators(data);
    if (labelled.length === 0 && !indicators) return;
    this.heading(this.say(DATA_TITLE));
    for (const fact of labelled) {
      if (fact.format === 'markdown') this.markdown(this.say(fact.label), fact.value);
      else this.labelled.push({ label: this.say(fact.label), value: factText(fact, this.form.wording) });
    }
    if (indicators) this.labelled.push(...indicatorValues(indicators, this.form.wording));
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
      if (typeof value !== 'string' || isBlank(value)) return;
      this.markdown(this.numbered(field), value);
    } else {
      const text = this.text(field, value, values);
      const unit = text === '' || text === ENDLESS ? null : unsaidUnit(field, this.form.wording.language);
      this.labelled.push({ label: this.numbered(field), value: unit === null ? text || NONE : `${text} ${unit}` });
    }
  }

  private text(field: Field, value: unknown, row: FormValues): string {
    const { documents, wording } = this.form;
    return displayValue(field, value, wording.language, { row, documents, wording });
  }

  /**
   * Rows as a table. Content that does not fit follows it, row by row: long texts of some rows, and tables inside a
   * row. Rows of mostly long texts are cards.
   */
  private table(field: Field, rows: readonly FormValues[], title = this.numbered(field)): void {
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
      if (fields.length === 1 && only?.kind === 'table') this.table(only, rowsAt(row, only.path), this.say(only.label));
      else
        this.fields(
          fields.filter((field) => field !== name),
          row,
        );
    }
    this.flush();
  }

  private sheet(field: Field, title: string, columns: readonly Field[], rows: readonly FormValues[]): void {
    const { wording } = this.form;
    const { language } = wording;
    const shown: Column[] = columns.map((column) => ({
      title: [this.say(column.label), unsaidUnit(column, language)].filter((part) => part !== null).join(', '),
      align: AMOUNT_KINDS.includes(column.kind) ? 'right' : 'left',
      weight: widthOf(column),
    }));
    const totals = field.totals ?? {};
    const foot = columns.map((column, index) => {
      const path = totals[column.path];
      if (path) return displayValue({ ...column, kind: 'rsd' }, getPath(this.form.values, path), language, { wording });
      return index === 0 ? this.say(TEXTS.total) : '';
    });
    this.blocks.push({
      kind: 'table',
      title,
      columns: shown,
      rows: rows.map((row) => columns.map((column) => this.text(column, getPath(row, column.path), row))),
      ...(Object.keys(totals).length > 0 ? { foot } : {}),
    });
  }

  notes(tone: 'error' | 'warning', title: string, items: readonly StoredValidationItem[]): void {
    this.flush();
    if (items.length === 0) return;
    const { language } = this.form.wording;
    this.blocks.push({
      kind: 'notes',
      tone,
      title,
      items: items.map((item) => {
        const path = item.Path ?? '';
        const label = labelOfPath(this.form.definition, path);
        const text = messageFor(
          { code: item.StatusCode.Code, label, path },
          language,
          fieldAt(this.form.definition, path),
        );
        return item.Index > 0 ? `${this.say(TEXTS.row)} ${item.Index}: ${text}` : text;
      }),
    });
  }

  remarks(): void {
    const { remarks, definition } = this.form;
    const sent = remarks.filter(({ sentDate }) => sentDate !== null);
    if (sent.length === 0) return;
    this.heading(this.say(TEXTS.remarks));
    for (const { place, text, answer, done, author } of sent) {
      const label =
        place === null ? null : (fieldAt(definition, place)?.label ?? sectionOfPlace(definition, place)?.title);
      const state = this.say(done ? TEXTS.corrected : TEXTS.open);
      this.labelled.push({
        label: [...(label ? [this.say(label)] : []), `${author}, ${state}`].join(' · '),
        value: answer === null ? text : `${text}\n${this.say(TEXTS.answer)}: ${answer}`,
      });
    }
    this.flush();
  }

  marks(marks: Marks): void {
    const questions = questionsOf(this.form.definition.code);
    this.heading(this.say(TEXTS.marks));
    this.blocks.push({
      kind: 'table',
      columns: [
        { title: this.say(TEXTS.question), align: 'left', weight: 3 },
        { title: this.say(TEXTS.marks), align: 'left' },
        { title: this.say(TEXTS.comment), align: 'left', weight: 3 },
      ],
      rows: questions.map(({ number, label }) => {
        const mark = MARKS.find(({ value }) => value === marks[`${number}.mark`]);
        const comment = marks[`${number}.comment`];
        return [
          `${number}. ${this.say(label)}`,
          mark ? `${mark.value} – ${this.say(mark.label)}` : NONE,
          typeof comment === 'string' ? comment : '',
        ];
      }),
    });
    const score = scoreOf(this.form.definition.code, marks);
    if (score !== null)
      this.blocks.push({
        kind: 'labelled',
        rows: [{ label: this.say(TEXTS.score), value: this.form.wording.decimal(score) }],
      });
  }
}

function factText({ format, value }: ReferenceDatum, { say, amount, day }: Wording): string {
  if (format === 'amount') return `${amount(value)} ${say(TEXTS.dinars)}`;
  if (format === 'percent') return `${amount(value)} %`;
  return format === 'date' ? day(value.slice(0, DAY_LENGTH)) : value;
}

/** Indicators of an approved quarter (docs/indicators.md, 6). */
function indicatorValues(indicators: SuccessKeyIndicator, { say, amount }: Wording): LabelledValue[] {
  const { TimeToProjectImplementation: time, FundingAdequacyIndicator: funding, Inactivity: inactivity } = indicators;
  const whole = (value: number) => amount(`${value}.00`).replace(/[.,]00$/, '');
  return [
    {
      label: say(TEXTS.time),
      value: time.Value === null ? (time.LimitReached ? ENDLESS : NONE) : whole(time.Value),
    },
    { label: say(TEXTS.adequacy), value: amount(funding.Value) },
    { label: say(TEXTS.inactivity), value: whole(inactivity.Value) },
  ];
}

/** Blocks of a form: reference data, sections with numbers, marks, errors and warnings. */
export function formBlocks(form: PrintedForm): Block[] {
  const printer = new Printer(form);
  printer.given();
  for (const [index, section] of form.definition.sections.entries()) {
    if (!section.fields.some((field) => isFor(field, form.viewer))) continue;
    printer.heading(`${index + 1}. ${printer.say(section.title)}`);
    printer.fields(section.fields, form.values);
  }
  if (form.marks) printer.marks(form.marks);
  printer.remarks();
  printer.notes('error', printer.say(TEXTS.errors), form.validation.Errors);
  printer.notes('warning', printer.say(TEXTS.warnings), form.validation.Warnings);
  return printer.blocks;
}
