import { visibleFormValues } from '../forms/access.ts';
import { diffFormValues, type FormChange } from '../forms/diff.ts';
import { displayValue } from '../forms/display.ts';
import { fieldAt, isPlaceIn, labelOfPath } from '../forms/labels.ts';
import { COPIED_UNSEEN, messageFor } from '../forms/messages.ts';
import { normalValue } from '../forms/normalize.ts';
import { getPath, isObject } from '../forms/paths.ts';
import { sendingWarnings } from '../forms/sending-warnings.ts';
import { sameValue } from '../forms/align-arrays.ts';
import type { Field, FormValues, Section, Viewer } from '../forms/types.ts';
import { isFor, isVisible } from '../forms/visibility.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { cutLine } from '../text/cut.ts';
import { textOf } from '../text/text-of.ts';
import { type Language, wordingOf } from '../text/wording.ts';
import { named } from './decision-summary.ts';
import type { ReadForm, SummaryForm } from './decision-summary-types.ts';

/** Letters of a value in the check: about two lines. */
const VALUE_MAX = 160;
/** Rows of a table that are shown; the form has all. */
const ROWS_SHOWN = 3;

/** A form before it is sent, with the values that it took over when it was opened. */
export interface FormToSend extends ReadForm {
  takenOver: FormValues;
}

export interface SendingCheckInput {
  viewer: Viewer;
  /** YYYY-MM-DD */
  today: string;
  /** Forms of the present round, oldest first, each in its newest revision. */
  round: readonly FormToSend[];
  /** The revision of the last form of the round when it was last returned. */
  formerRound: ReadForm | null;
  /** Titles of documents by id. */
  documents: ReadonlyMap<string, string>;
  /** Markdown as words on one line. */
  plain: (markdown: string) => string;
}

export interface ShownChange {
  path: string;
  label: BilingualText;
  /** The row of its table; 0 for a field. */
  row: number;
  /** Null for a value, row or entry that is not there. */
  before: BilingualText | null;
  after: BilingualText | null;
}

export interface CheckedSection {
  key: string;
  title: BilingualText;
  changes: ShownChange[];
  /** The values of the fields, shortened; of a table its first rows. */
  answers: { path: string; label: BilingualText; text: BilingualText }[];
  /** Copied from an earlier form and not looked at. */
  unseen: BilingualText[];
  /** As the phase before had it. */
  takenOver: BilingualText[];
  empty: BilingualText[];
  /** No field of the section that can be filled in has a value. */
  isEmpty: boolean;
  warnings: { text: BilingualText; row: number }[];
}

export interface CheckedForm {
  form: SummaryForm;
  /** The revision that was returned and that changes are counted from; null in a first round. */
  since: number | null;
  sections: CheckedSection[];
}

export interface SendingCheck {
  forms: CheckedForm[];
  /** Warnings about the sending or about no section; `section` is the key of the section that they link to. */
  warnings: { form: SummaryForm; section: string | null; text: BilingualText }[];
}

/** The section that has the place, whose rows may have numbers. */
const isIn = ({ fields }: Section, place: string): boolean => fields.some((field) => isPlaceIn(field, place));

function warningText({ definition }: ReadForm, { code, path }: ReadForm['warnings'][number]): BilingualText {
  const item = { code, label: labelOfPath(definition, path), path };
  const field = fieldAt(definition, path);
  return { sr: messageFor(item, 'sr', field), en: messageFor(item, 'en', field) };
}

class Shower {
  private readonly input: SendingCheckInput;

  constructor(input: SendingCheckInput) {
    this.input = input;
  }

  private text(field: Field, value: unknown, language: Language): string {
    const { documents, plain } = this.input;
    if (field.kind === 'markdown') return plain(textOf(value));
    if (field.columns && isObject(value)) {
      const cells = field.columns.map((column) => [column, this.text(column, getPath(value, column.path), language)]);
      return (cells as [Field, string][])
        .flatMap(([column, text]) => (text === '' ? [] : [`${column.label[language]}: ${text}`]))
        .join('; ');
    }
    const whole = field.kind.endsWith('List') && !Array.isArray(value) ? [value] : value;
    return displayValue(field, whole, language, { documents, wording: wordingOf(language) });
  }

  private value(field: Field | null, value: unknown): BilingualText | null {
    if (!field) return null;
    const shown = {
      sr: cutLine(this.text(field, value, 'sr'), VALUE_MAX),
      en: cutLine(this.text(field, value, 'en'), VALUE_MAX),
    };
    return shown.sr === '' ? null : shown;
  }

  /** Null for a field without a value. */
  answer(field: Field, values: FormValues): CheckedSection['answers'][number] | null {
    const value = getPath(values, field.path);
    const rows = field.columns && Array.isArray(value) ? value : null;
    const shown = (rows ? rows.slice(0, ROWS_SHOWN) : [value]).map((row) => this.value(field, row));
    const texts = shown.filter((text) => text !== null);
    if (texts.length === 0) return null;
    const more = rows && rows.length > ROWS_SHOWN ? ` (+${rows.length - ROWS_SHOWN})` : '';
    const text = (language: Language) => `${texts.map((one) => one[language]).join(' · ')}${more}`;
    return { path: field.path, label: field.label, text: { sr: text('sr'), en: text('en') } };
  }

  change({ definition }: ReadForm, { path, label, row, before, after }: FormChange): ShownChange {
    const field = fieldAt(definition, path);
    return { path, label, row, before: this.value(field, before), after: this.value(field, after) };
  }
}

const isEmptyValue = (field: Field, values: FormValues) =>
  normalValue(field, getPath(values, field.path)) === undefined;

function isTakenOver(field: Field, values: FormValues, takenOver: FormValues): boolean {
  return (
    !field.computed &&
    !isEmptyValue(field, takenOver) &&
    sameValue(field, getPath(values, field.path), getPath(takenOver, field.path))
  );
}

function checkedForm(form: FormToSend, former: ReadForm | null, input: SendingCheckInput): CheckedForm {
  const { viewer } = input;
  const { definition, warnings } = form;
  const shower = new Shower(input);
  const values = visibleFormValues(definition, form.values, viewer);
  const since = former?.id === form.id ? former : null;
  const changes = since ? diffFormValues(definition, visibleFormValues(definition, since.values, viewer), values) : [];
  const sections = definition.sections.flatMap((section): CheckedSection[] => {
    const fields = section.fields.filter((field) => isFor(field, viewer) && isVisible(field, values));
    if (fields.length === 0) return [];
    const labels = (picked: readonly Field[]) => picked.map(({ label }) => label);
    const entered = fields.filter(({ computed, fixedRows }) => !computed && !fixedRows);
    const empty = entered.filter((field) => isEmptyValue(field, values));
    const own = warnings.filter(({ path }) => fields.some((field) => isPlaceIn(field, path)));
    const unseen = new Set(own.filter(({ code }) => code === COPIED_UNSEEN).map(({ path }) => path));
    return [
      {
        key: section.key,
        title: section.title,
        changes: changes.filter(({ path }) => isIn(section, path)).map((change) => shower.change(form, change)),
        answers: fields.map((field) => shower.answer(field, values)).filter((answer) => answer !== null),
        unseen: labels(fields.filter(({ path }) => unseen.has(path))),
        takenOver: labels(fields.filter((field) => isTakenOver(field, values, form.takenOver))),
        empty: labels(empty),
        isEmpty: entered.length > 0 && empty.length === entered.length,
        warnings: own
          .filter(({ code }) => code !== COPIED_UNSEEN)
          .map((warning) => ({ text: warningText(form, warning), row: warning.index })),
      },
    ];
  });
  return { form: named(form), since: since?.revision ?? null, sections };
}

/** Warnings of the sending, and those of the form that belong to no section. */
function warningsOf(form: FormToSend, { sections }: CheckedForm, input: SendingCheckInput): SendingCheck['warnings'] {
  const { definition, code, name } = form;
  const unseen = sections.reduce((sum, section) => sum + section.unseen.length, 0);
  const values = visibleFormValues(definition, form.values, input.viewer);
  const sectionAt = (place: string | null) =>
    place === null ? null : (definition.sections.find((section) => isIn(section, place))?.key ?? null);
  const ofForm = form.warnings
    .filter(({ path }) => sectionAt(path) === null)
    .map((warning) => ({ place: null, text: warningText(form, warning) }));
  return [...sendingWarnings({ code, name, values, unseen, today: input.today }), ...ofForm].map(({ place, text }) => ({
    form: named(form),
    section: sectionAt(place),
    text,
  }));
}

/** The check before a form is sent: by section, with new, unseen, doubtful and empty parts. */
export function sendingCheck(input: SendingCheckInput): SendingCheck {
  const checked = input.round.map((form) => {
    const found = checkedForm(form, input.formerRound, input);
    const warnings = warningsOf(form, found, input);
    const sections = found.sections.map((section) => ({
      ...section,
      warnings: [
        ...warnings.filter((warning) => warning.section === section.key).map(({ text }) => ({ text, row: 0 })),
        ...section.warnings,
      ],
    }));
    return { form: { ...found, sections }, warnings };
  });
  return { forms: checked.map(({ form }) => form), warnings: checked.flatMap(({ warnings }) => warnings) };
}
