import { visibleFormValues } from '../forms/access.ts';
import {
  comparedOptions,
  type DecidedFacts,
  decidedFacts,
  placeOfFact,
  SOURCE_PLACES,
  sourceRows,
} from '../forms/decided-facts.ts';
import { diffFormValues } from '../forms/diff.ts';
import { fieldAt, isPlaceIn, labelOfPath } from '../forms/labels.ts';
import { messageFor } from '../forms/messages.ts';
import { namedDocuments } from '../forms/named-documents.ts';
import { rowsAt } from '../forms/paths.ts';
import { sectionOfPlace } from '../forms/remarks.ts';
import type { FormDefinition, FormValues, Viewer } from '../forms/types.ts';
import { fieldsOf, isFor } from '../forms/visibility.ts';
import { fromHundredths, percentOf, toHundredths } from '../money/decimal.ts';
import { needsOf } from '../portfolio/needs.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { cutLine } from '../text/cut.ts';
import { textOf } from '../text/text-of.ts';
import { OTHER_ACTIVITIES } from '../workflow/activities.ts';
import { ACTIVITY_TEXTS } from '../workflow/activity-texts.ts';
import { RETURN_KEYS, SEND_KEYS } from '../workflow/returns.ts';
import type {
  DecisionSummary,
  DecisionSummaryInput,
  FactSource,
  ReadActivity,
  ReadForm,
  ReadRemark,
  SummaryForm,
  ValueChange,
} from './decision-summary-types.ts';

/** Letters of a text in the summary: about three lines. */
const TEXT_MAX = 330;
/** Names of changed fields that are shown; the comparison of revisions has all. */
const CHANGES_SHOWN = 5;

export const named = ({ id, code, name, phase, projectPhaseId, status, revision }: ReadForm): SummaryForm => ({
  id,
  code,
  name,
  phase,
  projectPhaseId,
  status,
  revision,
});

/** A form as the reader may see it, with its facts. */
interface SeenForm {
  read: ReadForm;
  values: FormValues;
  facts: DecidedFacts;
}

/** Key of the section with a place: a field, a part of it, or a section itself. */
function sectionKey(definition: FormDefinition, place: string | null): string | null {
  if (place === null) return null;
  const section =
    sectionOfPlace(definition, place) ??
    definition.sections.find(({ fields }) => fields.some((field) => isPlaceIn(field, place)));
  return section?.key ?? null;
}

const sourceIn = (form: SeenForm | undefined, place: string | null): FactSource | null =>
  form ? { form: named(form.read), section: sectionKey(form.read.definition, place) } : null;

function seen(read: ReadForm, viewer: Viewer): SeenForm {
  const values = visibleFormValues(read.definition, read.values, viewer);
  return { read, values, facts: decidedFacts(read.code, values) };
}

const difference = (after: string, before: string): bigint =>
  (toHundredths(after) ?? 0n) - (toHundredths(before) ?? 0n);

function valueChange(since: ValueChange['since'], after: string, before: SeenForm | undefined): ValueChange[] {
  if (!before || before.facts.value === null) return [];
  const by = difference(after, before.facts.value);
  const percent = percentOf(by, toHundredths(before.facts.value));
  return [{ since, form: named(before.read), before: before.facts.value, difference: fromHundredths(by), percent }];
}

/** The newest form with a source of money, which says who pays. */
const payingForm = (forms: readonly SeenForm[]): SeenForm | undefined =>
  forms.find(({ values }) => sourceRows(values).some((row) => (toHundredths(row.localAmount) ?? 0n) > 0n));

/** The payments of each source by year, from the first form that states them; the sources as that form sums them. */
function funding(forms: readonly SeenForm[], from: SeenForm | undefined): Pick<DecisionSummary, 'sources' | 'years'> {
  const sums = new Map<string, bigint>();
  for (const row of from ? sourceRows(from.values) : []) {
    const source = textOf(row.source);
    sums.set(source, (sums.get(source) ?? 0n) + (toHundredths(row.localAmount) ?? 0n));
  }
  const total = [...sums.values()].reduce((sum, amount) => sum + amount, 0n);
  const needs = forms.map(({ values }) => needsOf(values)).find((found) => found.length > 0) ?? [];
  const years = Map.groupBy(needs, ({ year }) => year);
  return {
    sources: [...sums]
      .filter(([, amount]) => amount > 0n)
      .map(([source, amount]) => ({ source, amount: fromHundredths(amount), share: percentOf(amount, total) })),
    years: [...years].map(([year, parts]) => ({
      year,
      amount: fromHundredths(parts.reduce((sum, { amount }) => sum + (toHundredths(amount) ?? 0n), 0n)),
      sources: parts.map(({ source, amount }) => ({ source, amount })),
    })),
  };
}

const isReturn = ({ operation }: ReadActivity) => RETURN_KEYS.has(operation);
const OTHER: ReadonlySet<string> = new Set(OTHER_ACTIVITIES);

/** Steps of this round from its last hand-over on, by the people who had the form before. A return ends a round. */
function signatures(activities: readonly ReadActivity[]): DecisionSummary['signatures'] {
  const own = activities.slice(activities.findLastIndex(isReturn) + 1);
  const sent = own.findLastIndex(({ operation }) => SEND_KEYS.has(operation));
  return own
    .slice(Math.max(0, sent))
    .filter(({ operation }) => !OTHER.has(operation))
    .map(({ operation, user, standInFor, comment, at }) => ({
      operation,
      label: ACTIVITY_TEXTS[operation] ?? { sr: operation, en: operation },
      user,
      standInFor,
      comment,
      at,
    }));
}

/** The return that this round answers, and what has changed since. */
function roundOf(
  lead: SeenForm | undefined,
  former: SeenForm | undefined,
  activities: readonly ReadActivity[],
): DecisionSummary['round'] {
  const returns = activities.filter(
    (activity) => isReturn(activity) && (activity.formId === null || activity.formId === lead?.read.id),
  );
  const last = returns.at(-1);
  if (!lead || !last) return null;
  const changes = former ? diffFormValues(lead.read.definition, former.values, lead.values) : [];
  const labels = new Map(changes.map(({ label }) => [label.sr, label]));
  return {
    number: returns.length + 1,
    operation: ACTIVITY_TEXTS[last.operation] ?? { sr: last.operation, en: last.operation },
    returnedBy: last.user,
    returnedAt: last.at,
    comment: last.comment,
    revision: former?.read.revision ?? 0,
    changedFields: changes.length,
    changed: [...labels.values()].slice(0, CHANGES_SHOWN),
  };
}

function placeLabel({ definition }: ReadForm, place: string | null): BilingualText | null {
  if (place === null) return null;
  return fieldAt(definition, place)?.label ?? sectionOfPlace(definition, place)?.title ?? null;
}

/** Remarks of the round: the open ones first, then those that are done. */
function remarksOf(
  round: readonly ReadForm[],
  remarks: readonly ReadRemark[],
  plain: DecisionSummaryInput['plain'],
): DecisionSummary['remarks'] {
  const sent = remarks.filter(({ sentAt }) => sentAt !== null);
  const open = sent.filter(({ done }) => !done);
  const items = [...open, ...sent.filter(({ done }) => done)].flatMap((remark) => {
    const form = round.find(({ id }) => id === remark.formId);
    if (!form) return [];
    const { id, text, author, answer, done } = remark;
    const place = placeLabel(form, remark.place);
    const section = sectionKey(form.definition, remark.place);
    return [{ id, form: named(form), section, place, text: cutLine(plain(text), TEXT_MAX), author, answer, done }];
  });
  return { open: open.length, done: sent.length - open.length, unsent: remarks.length - sent.length, items };
}

/** Warnings of the newest revisions, without those of fields that the reader does not see. */
function warningsOf(round: readonly ReadForm[], viewer: Viewer): DecisionSummary['warnings'] {
  return round.flatMap((form) => {
    const { definition } = form;
    const hidden = fieldsOf(definition).filter((field) => !isFor(field, viewer));
    return form.warnings
      .filter(({ path }) => !hidden.some((field) => isPlaceIn(field, path)))
      .map(({ code, path, index }) => {
        const item = { code, label: labelOfPath(definition, path), path };
        const field = fieldAt(definition, path);
        const text = { sr: messageFor(item, 'sr', field), en: messageFor(item, 'en', field) };
        return { form: named(form), section: sectionKey(definition, path), text, row: index };
      });
  });
}

/**
 * The summary by which a project is decided, on one screen and one page: for every phase, step and role. A fact that
 * the present form does not state is taken from the newest approved form that does; fields that the reader may not see
 * are left out first.
 */
export function decisionSummary(input: DecisionSummaryInput): DecisionSummary {
  const { viewer, remarks, activities, plain } = input;
  const round = input.round.map((form) => seen(form, viewer));
  const earlier = input.earlier.map((form) => seen(form, viewer));
  const lead = round.at(-1);
  const forms = [...round.toReversed(), ...earlier];
  const stating = (fact: keyof DecidedFacts) => forms.find(({ facts }) => facts[fact] !== null);
  const short = (fact: 'what' | 'why' | 'options') => {
    const text = stating(fact)?.facts[fact] ?? null;
    return text === null ? null : cutLine(plain(text), TEXT_MAX);
  };
  const former = input.formerRound ? seen(input.formerRound, viewer) : undefined;
  const valueForm = stating('value');
  const value = valueForm?.facts.value ?? input.projectValue;
  const isOwn = round.some((form) => form === valueForm);
  const before = isOwn ? earlier.find(({ facts }) => facts.value !== null) : undefined;
  const end = stating('end');
  const formerEnd =
    end && round.includes(end) ? (earlier.find(({ facts }) => facts.end !== null)?.facts.end ?? null) : null;
  const stated = (fact: keyof DecidedFacts): FactSource | null => {
    const from = stating(fact);
    return sourceIn(from, from ? placeOfFact(from.read.code, from.values, fact) : null);
  };
  const paying = payingForm(forms);
  const payers = SOURCE_PLACES.find((place) => paying && rowsAt(paying.values, place).length > 0) ?? null;
  const shown = new Set(
    round.flatMap(({ read, values }) => namedDocuments(read.definition, values).map(({ id }) => id)),
  );
  return {
    form: lead ? named(lead.read) : null,
    what: short('what'),
    why: short('why'),
    options: short('options'),
    compared: forms.map(({ values }) => comparedOptions(values)).find((found) => found.length > 0) ?? [],
    stated: {
      what: stated('what'),
      why: stated('why'),
      options: stated('options'),
      value: stated('value'),
      end: stated('end'),
      payers: sourceIn(paying, payers),
    },
    value,
    valueFrom: valueForm ? named(valueForm.read) : null,
    changes: [
      ...valueChange('phase', value, before),
      ...(isOwn && valueForm === lead ? valueChange('round', value, former) : []),
    ],
    start: stating('start')?.facts.start ?? null,
    end: end?.facts.end ?? null,
    formerEnd: formerEnd === end?.facts.end ? null : formerEnd,
    ...funding(forms, paying),
    round: roundOf(lead, former, activities),
    marks: round.flatMap(({ read }) =>
      read.score === null ? [] : [{ form: named(read), evaluator: read.evaluator, score: read.score }],
    ),
    remarks: remarksOf(input.round, remarks, plain),
    warnings: warningsOf(input.round, viewer),
    signatures: signatures(activities),
    documents: input.documents.filter(({ id }) => shown.has(id)),
  };
}
