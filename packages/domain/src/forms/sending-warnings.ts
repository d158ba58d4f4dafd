import { formatDay, quarterEnd } from '../dates/dates.ts';
import { fromHundredths, sumHundredths, toHundredths } from '../money/decimal.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { joined } from '../text/joined.ts';
import { withPlural } from '../text/plurals.ts';
import { textOf } from '../text/text-of.ts';
import { wordingOf } from '../text/wording.ts';
import { quarterOfName } from '../workflow/quarters.ts';
import { FORM_CODE } from './codes.ts';
import { sumsOf } from './definitions/plan-schedule.ts';
import { getPath, rowsAt } from './paths.ts';
import type { FormValues } from './types.ts';

/**
 * Warnings before a form is sent. They judge the sending, not the input: a plan may be saved before its dynamics are
 * known, and a report may be prepared before its quarter ends. So they are no rules of a form's definition.
 */

/** Names of activities that a warning shows. */
const NAMES_SHOWN = 5;

export interface SendingWarning {
  key: 'emptyDynamics' | 'quarterGoesOn' | 'emptyQuarter' | 'copiedUnseen';
  /** The path of the field or table that it is about; null for the form. */
  place: string | null;
  text: BilingualText;
}

const PLANS: readonly string[] = [FORM_CODE.plan, FORM_CODE.correction];
const SCHEDULE = 'implementation';
const REPORTED = 'summary.activities';

function listed(names: readonly string[]): BilingualText {
  if (names.length <= NAMES_SHOWN) return joined(names, 'and');
  const first = names.slice(0, NAMES_SHOWN).join(', ');
  const rest = names.length - NAMES_SHOWN;
  return { sr: `${first} и још ${rest}`, en: `${first} and ${rest} more` };
}

/** Activities of a plan that cost something and have neither a share nor an amount in any quarter. */
function withoutDynamics(values: FormValues): string[] {
  return rowsAt(values, SCHEDULE).flatMap((row) => {
    const { percent, amount } = sumsOf(row);
    const costs = (toHundredths(getPath(row, 'activity.estimate')) ?? 0n) > 0n;
    return costs && percent === 0n && amount === 0n ? [textOf(getPath(row, 'activity.name'))] : [];
  });
}

function ofPlan(values: FormValues): SendingWarning[] {
  const names = withoutDynamics(values);
  if (names.length === 0) return [];
  const { sr, en } = listed(names);
  return [
    {
      key: 'emptyDynamics',
      place: SCHEDULE,
      text: {
        sr: `Динамика по кварталима није унета: ${sr}.`,
        en: `The quarterly schedule is empty: ${en}.`,
      },
    },
  ];
}

function ofReport(name: string, values: FormValues, today: string): SendingWarning[] {
  const found: SendingWarning[] = [];
  const quarter = quarterOfName(name);
  const end = quarter && quarterEnd(quarter);
  if (end !== null && end >= today) {
    found.push({
      key: 'quarterGoesOn',
      place: null,
      text: {
        sr: `Квартал траје до ${formatDay(end)} Извештај може да буде непотпун.`,
        en: `The quarter lasts until ${wordingOf('en').day(end)}. The report may be incomplete.`,
      },
    });
  }
  const rows = rowsAt(values, REPORTED);
  const sum = (path: string) => sumHundredths(rows.map((row) => getPath(row, path)));
  const planned = sum('details.financial.plannedExpense');
  const done = [sum('details.financial.realExpense'), sum('details.physical.activityFulfilled')];
  if (planned > 0n && done.every((part) => part === 0n)) {
    const amount = fromHundredths(planned);
    found.push({
      key: 'emptyQuarter',
      place: REPORTED,
      text: {
        sr: `У извештају је све нула, а план квартала је ${wordingOf('sr').amount(amount)} РСД.`,
        en: `Everything in the report is zero, but the plan of the quarter is ${wordingOf('en').amount(amount)} RSD.`,
      },
    });
  }
  return found;
}

/**
 * The warnings before the form is sent. `name` is that of the form, `unseen` the copied fields that nobody looked at.
 */
export function sendingWarnings(form: {
  code: string;
  name: string;
  values: FormValues;
  unseen: number;
  today: string;
}): SendingWarning[] {
  const { code, name, values, unseen, today } = form;
  const found = PLANS.includes(code)
    ? ofPlan(values)
    : code === FORM_CODE.quarterlyReport
      ? ofReport(name, values, today)
      : [];
  if (unseen === 0) return found;
  const fields = withPlural(unseen, 'поље преузето', 'поља преузета', 'поља преузетих');
  return [
    ...found,
    {
      key: 'copiedUnseen',
      place: null,
      text: {
        sr: `Нико није прегледао ${fields} из ранијег обрасца.`,
        en: `Nobody has looked at ${unseen} ${unseen === 1 ? 'field' : 'fields'} copied from an earlier form.`,
      },
    },
  ];
}
