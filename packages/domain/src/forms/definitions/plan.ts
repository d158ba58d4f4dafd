import { FORM_TITLES } from '../titles.ts';
import { isDay } from '../../dates/dates.ts';
import { PHASE } from '../../workflow/phases.ts';
import { convert, fromHundredths, percentOf, sumHundredths, toHundredths } from '../../money/decimal.ts';
import { cutText } from '../../text/cut.ts';
import { DATE_MAX, DATE_MIN } from '../kinds.ts';
import { getPath, isObject, rowsAt, setPath } from '../paths.ts';
import type { FormData, FormValues } from '../types.ts';
import { versionsOf } from '../versions.ts';
import { followByNameOrPlace } from './follow.ts';
import { planSections } from './plan-fields.ts';
import { PLAN_RULES } from './plan-rules.ts';
import { plannedTotal, proposeAmounts } from './plan-schedule.ts';
import { nameSources } from './rule-kit.ts';

/** The implementation plan (docs/forms.md, C1). */

/** Years of the period; empty while it is unknown, reversed or outside of the dates that a form accepts. */
function yearsOf(values: FormValues): number[] {
  const [start, end] = [getPath(values, 'implementationDates.start'), getPath(values, 'implementationDates.end')];
  if (!isDay(start) || !isDay(end) || end < start || start < DATE_MIN || end > DATE_MAX) return [];
  const [first, last] = [Number(start.slice(0, 4)), Number(end.slice(0, 4))];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Years ascend within an activity; rows without a year come last. */
function byYear(a: FormValues, b: FormValues): number {
  const [left, right] = [a, b].map(({ year }) => (typeof year === 'number' ? year : Number.MAX_SAFE_INTEGER));
  return (left ?? 0) - (right ?? 0);
}

/** Computed fields of plan and correction. */
export function computePlan(values: FormValues, data: FormData): void {
  setPath(values, 'basic.projectName', data.projectName);
  setPath(values, 'basic.projectCode', data.projectCode);
  const price = getPath(values, 'financialInfo.price.local');
  const rate = getPath(values, 'financialInfo.price.currency.exchangeRate');
  setPath(values, 'financialInfo.price.foreign', convert(price, rate) ?? undefined);
  const sources = rowsAt(values, 'financialInfo.fundingSources');
  nameSources(sources);
  for (const row of sources) {
    const own = isObject(row.currency) ? row.currency.exchangeRate : undefined;
    setPath(row, 'foreignAmount', convert(row.localAmount, own) ?? undefined);
    setPath(row, 'percentage', percentOf(toHundredths(row.localAmount), toHundredths(price)) ?? undefined);
  }
  const total = sumHundredths(sources.map((row) => row.localAmount));
  setPath(values, 'financialInfo.fundingTotal', fromHundredths(total));
  const activities = rowsAt(values, 'financialInfo.activityList');
  const rows = followByNameOrPlace(
    activities.map(({ name }) => name),
    rowsAt(values, 'implementation'),
    'activity.name',
    () => ({ plan: yearsOf(values).map((year) => ({ year })) }),
  );
  for (const [index, row] of rows.entries()) {
    setPath(row, 'plan', rowsAt(row, 'plan').toSorted(byYear));
    setPath(row, 'activity.name', activities[index]?.name);
    setPath(row, 'activity.estimate', activities[index]?.estimate);
  }
  setPath(values, 'implementation', rows);
  setPath(values, 'financialInfo.implementationAmount.value', fromHundredths(plannedTotal(values)));
}

/** Values that the server took over, with the currency of the day under them. */
export function planDefaults(data: FormData): FormValues {
  const values: FormValues = isObject(data.prefill) ? structuredClone(data.prefill) : {};
  const rate = getPath(data, 'exchangeRate.rate');
  if (typeof rate === 'string' && getPath(values, 'financialInfo.price.currency') === undefined) {
    const currency = { id: 'EUR', name: 'Евро', exchangeCode: '978', exchangeRate: rate };
    setPath(values, 'financialInfo.price.currency', currency);
  }
  return values;
}

const TAKEN: Readonly<Record<string, readonly string[]>> = {
  'basic.locations': ['basic.locations'],
  'basic.description': ['description.summary', 'description.purpose'],
  'financialInfo.price.local': ['financialInfo.price.local'],
  'financialInfo.activityList': ['financialInfo.activityList'],
  'implementationDates.start': ['implementationDates.start', 'startDate'],
  'implementationDates.end': ['implementationDates.end', 'endDate'],
};
const SOURCE_COLUMNS = ['source', 'name', 'localAmount', 'currency'] as const;
const DESCRIPTION_MAX = 4000;

/** Starting values of a plan, from the newest approved preparation form that contains them. */
export function planPrefill(earlier: FormValues): FormValues {
  const made: FormValues = {};
  for (const [to, from] of Object.entries(TAKEN)) {
    const found = from.map((path) => getPath(earlier, path)).find((value) => value !== undefined);
    if (found !== undefined) setPath(made, to, structuredClone(found));
  }
  const description = getPath(made, 'basic.description');
  if (typeof description === 'string') setPath(made, 'basic.description', cutText(description, DESCRIPTION_MAX));
  const contact = rowsAt(earlier, 'basic.contacts')[0] ?? getPath(earlier, 'basic.contact');
  if (isObject(contact)) {
    const first = (list: unknown) => (Array.isArray(list) ? (list[0] as unknown) : undefined);
    setPath(made, 'basic.responsiblePerson', contact.name);
    setPath(made, 'basic.phone', first(contact.phones));
    setPath(made, 'basic.email', first(contact.emails));
  }
  const sources = [...rowsAt(earlier, 'financialInfo.fundingSources'), ...rowsAt(earlier, 'fundingSources')].map(
    (row) =>
      Object.fromEntries(
        SOURCE_COLUMNS.flatMap((column) => (row[column] === undefined ? [] : [[column, row[column]]])),
      ),
  );
  if (sources.length > 0) setPath(made, 'financialInfo.fundingSources', structuredClone(sources));
  return made;
}

export const PLAN = versionsOf({
  code: 'plan',
  aliases: [],
  versions: 1,
  phase: PHASE.plan,
  family: 'generic',
  title: FORM_TITLES.plan,
  titleStage: 2,
  help: 4,
  revisionRoute: true,
  sections: planSections({ zeroEstimates: false }),
  defaults: planDefaults,
  compute: computePlan,
  rules: PLAN_RULES,
  propose: (before, after) => proposeAmounts(before, after),
});
