import { of } from './server-mutant.ts';

const EARNED = ['modules/earned-value/earned-value'];

/** Earned value of a day, its history, and warnings. */
export const EARNED_VALUE = [
  ...of('modules/earned-value/facts.ts', EARNED, [
    ['if (!isDay(day) || day > now)', 'if (!isDay(day))'],
    ['isPast: day < now', 'isPast: false'],
    ['case when ${waits} then (', 'case when true then ('],
    ['case when ${waits} then history.valid_from end', 'history.valid_from'],
    [
      '(earlier.phase, earlier.phase_status) is distinct from',
      '(earlier.phase, earlier.phase_status) is not distinct from',
    ],
    ['min(earlier.valid_from), history.valid_from)', 'min(earlier.valid_from))'],
    ['and earlier.valid_from < history.valid_from)', ')'],
    ['${figures} where ${condition}`', '${figures}`'],
  ]),
  ...of('modules/project-list/measured.ts', EARNED, [
    ['and measured.valid_from <= ${day}::date and', 'and'],
    ['and measured.valid_to > ${day}::date`', '`'],
    ['measured.pv is not null', 'true'],
    ['history.valid_from < ${moment}', 'true'],
    ['(history.valid_to is null or history.valid_to >= ${moment})', 'true'],
  ]),
  ...of('modules/earned-value/warnings.ts', EARNED, [
    ['facts.pending and facts.phase in', 'facts.phase in'],
    ['and facts.spi < ${', 'and facts.spi <= ${'],
    ['and facts.cpi < ${', 'and facts.cpi <= ${'],
    ['facts.planned_start <= ${quarterEnd(due)}::date', 'true'],
    ['}, true))`', '}, false))`'],
    ['facts.planned_end < ${day}::date', 'facts.planned_end <= ${day}::date'],
    ['facts.eac * 100 > facts.bac', 'facts.eac * 100 >= facts.bac'],
    ['(facts.pending and case', '(case'],
    [
      'facts.waiting_at_latest_since + ${NORM_DAYS} < ${day}::date',
      'facts.waiting_at_latest_since + ${NORM_DAYS} <= ${day}::date',
    ],
    ['facts.waiting_since + ${NORM_DAYS} < ${day}::date', 'facts.waiting_since + ${NORM_DAYS} <= ${day}::date'],
    ['(facts.total_value, -facts.id) <', '(facts.total_value, -facts.id) <='],
  ]),
];
