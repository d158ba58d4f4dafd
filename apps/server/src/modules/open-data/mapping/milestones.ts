import { formatDay, isDay, quarterEnd } from '@pimis/domain/dates/dates';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import { nameKey } from '@pimis/domain/forms/paths';
import { FORM_TITLES } from '@pimis/domain/forms/titles';
import type { ApprovedForm, PublicFacts } from '../facts.ts';
import type { Milestone } from './oc4ids.ts';
import { doneByActivity, plannedEnds, plansOf } from './progress.ts';
import { amountOf, dayEnd, dayStart, line, present, nonEmpty } from './values.ts';

const WHOLE = 10_000n;
/** Reports by quarter are metrics. */
const REPORTS: readonly string[] = [FORM_CODE.quarterlyReport, FORM_CODE.quarterlyCorrection];
const titles: Readonly<Record<string, { sr: string }>> = FORM_TITLES;

function approval({ formId, revision, code, approvedOn, facts }: ApprovedForm): Milestone {
  return present({
    id: `approval-${formId}-${revision}`,
    title: titles[code]?.sr ?? code,
    type: 'approval',
    dateMet: dayStart(approvedOn),
    status: 'met',
    value: amountOf(facts.value),
  });
}

/** The planned end of each correction that moved it. */
function movedEnds(facts: PublicFacts): Milestone[] {
  return plansOf(facts).flatMap(({ formId, revision, approvedOn, facts: { end } }, index, plans) => {
    const before = plans[index - 1]?.facts.end;
    if (index === 0 || !isDay(end) || end === before) return [];
    return [
      present({
        id: `end-${formId}-${revision}`,
        title: `Планирани крај по корекцији од ${formatDay(approvedOn)}`,
        type: 'delivery',
        dueDate: dayEnd(end),
        status: 'scheduled',
      }),
    ];
  });
}

/** The planned ends of the newest plan's activities, with their progress by the approved reports. */
function deliveries(facts: PublicFacts): Milestone[] {
  const plan = plansOf(facts).at(-1);
  if (!plan) return [];
  const ends = plannedEnds(plan.facts);
  const { last, done } = doneByActivity(facts);
  return (plan.facts.activities ?? []).flatMap(({ name, estimate }, index) => {
    const end = ends.get(nameKey(name));
    const title = line(name);
    if (!end || title === undefined) return [];
    // The plan may end before its last quarter does.
    const due = isDay(plan.facts.end) && plan.facts.end < quarterEnd(end) ? plan.facts.end : quarterEnd(end);
    const fulfilled = done.get(nameKey(name)) ?? 0n;
    // Overdue milestones are determined by the last report, not by today, so that the package changes only with the
    // facts.
    const overdue = last !== null && due <= quarterEnd(last);
    const status = fulfilled >= WHOLE ? 'met' : fulfilled > 0n ? 'partiallyMet' : overdue ? 'notMet' : 'scheduled';
    return [
      present({
        id: `activity-${index + 1}`,
        title,
        type: 'delivery',
        dueDate: dayEnd(due),
        status,
        value: amountOf(estimate),
      }),
    ];
  });
}

/** Approvals with their days and estimates, moved ends of the plan, and the planned ends of its activities. */
export function milestonesOf(facts: PublicFacts): Milestone[] | undefined {
  const approvals = facts.forms.filter(({ code }) => !REPORTS.includes(code)).map(approval);
  return nonEmpty([...approvals, ...movedEnds(facts), ...deliveries(facts)]);
}
