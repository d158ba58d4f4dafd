import { of } from './server-mutant.ts';

/** Sums of money that SQL and the server make. */
export const MONEY = [
  ...of(
    'migrations/functions/add_to_list_totals.sql',
    ['modules/lists/list-totals'],
    [
      ['total_value = kept.total_value + given.total_value', 'total_value = kept.total_value - given.total_value'],
      ['kept.pending_count + given.pending_count', 'kept.pending_count'],
      ['where kept.id = given.list_id', 'where true'],
    ],
  ),
  ...of(
    'modules/reports/funding.ts',
    ['modules/reports/funding', 'modules/reports/identity-card'],
    [
      ['rows.length > 0) ?? []', 'rows.length > 1) ?? []'],
      ['order by forms.status = ${FORM_STATUS.unlocked}, phases.started_at desc', 'order by phases.started_at desc'],
      ['phases.started_at desc', 'phases.started_at'],
      ['where form_id = forms.id order by revision desc', 'where form_id = forms.id order by revision'],
      ['percentOf(amount, total)', 'percentOf(total, total)'],
      ['plan !== null && sourceRows(plan).length > 0', 'plan !== null'],
      ["planned ? FORM_CODE.plan : (named?.code ?? '')", "named?.code ?? ''"],
      ['(sums.get(year) ?? 0n) + amount', 'amount'],
      ['if (amount) add(planned, year, amount)', 'if (amount) add(planned, year + 1, amount)'],
      ['add(realized, year, expense)', 'add(realized, year, 0n)'],
      ['.toSorted((a, b) => a - b)', '.toSorted((a, b) => b - a)'],
      ['reduce((all, amount) => all + amount, 0n)', 'reduce((all) => all, 0n)'],
      ['named.status === FORM_STATUS.unlocked', 'named.status !== FORM_STATUS.unlocked'],
      ['start && end ? { start, end } : null', 'null'],
    ],
  ),
  ...of(
    'modules/project-page/options/appropriations.ts',
    ['modules/project-page/options/options'],
    [
      ["'in', [project.organizationId, project.proposerOrganizationId]", "'in', [project.organizationId]"],
      ["where('chosen.project_id', 'is not', null),\n      ]),", 'where.lit(false),\n      ]),'],
      ["query.selected === 'true' ? base.where('chosen.project_id', 'is not', null) : base", 'base'],
      ['new Set(add).size !== add.length ||', ''],
      ['add.some((id) => before.includes(id))', 'false'],
      ["if (remove.some((id) => !before.includes(id))) throw new ApiError('InvalidProjectAppropriation');", ''],
      ["if (known.length !== add.length) throw new ApiError('InvalidProjectAppropriation');", ''],
      [
        "if (!can(user, 'project.appropriations', resource)) throw projectRefusal('ForbiddenProjectChange', project);",
        '',
      ],
      ['[...before.filter((id) => !remove.includes(id)), ...add]', '[...before, ...add]'],
      ['project.phase === PHASE.reporting && left === 0', 'left === 0'],
      ['project.phase === PHASE.reporting && left === 0', 'false'],
    ],
  ),
  ...of(
    'modules/reports/purpose-text.ts',
    ['modules/reports/funding'],
    [['order by phases.started_at desc', 'order by phases.started_at']],
  ),
];
