import { of } from './server-mutant.ts';

const SCENARIOS = ['modules/scenarios/scenarios'];

/** Who sees and changes a scenario. */
export const SCENARIO_RIGHTS = [
  ...of('modules/scenarios/queries.ts', SCENARIOS, [
    ['and ${visibleProjects(user)}) counted', ') counted'],
    ['where scenarios.owner_id = ${user.id} or scenarios.shared\n', 'where true\n'],
    ['where scenarios.owner_id = ${user.id} or scenarios.shared\n', 'where scenarios.owner_id = ${user.id}\n'],
    ['and (scenarios.owner_id = ${user.id} or scenarios.shared)', ''],
    ['${visibleProjects(user)} as "isVisible"', 'true as "isVisible"'],
    ["projectScope(user).kind === 'all'", 'true'],
    ["projectScope(user).kind === 'all'", 'false'],
    ['hidden: candidates.length - seen.length', 'hidden: 0'],
    ["which === 'these' ? named :", "which !== 'these' ? named :"],
  ]),
  ...of('modules/scenarios/reading.ts', SCENARIOS, [
    ['if (scenario.ownerId === user.id || seesAll(user)) return scenario;', 'return scenario;'],
  ]),
  ...of('modules/scenarios/service.ts', SCENARIOS, [
    ['sector === null && amount !== null ? [{', 'amount !== null ? [{'],
    ["if (own >= MOST_SCENARIOS) throw new ApiError('RequestLimitReached');", ''],
  ]),
  ...of('modules/scenarios/own-scenario.ts', SCENARIOS, [
    ["if (scenario.ownerId !== user.id) throw new ApiError('ScenarioNotShared');", ''],
    ['if (revision !== undefined && scenario.revision !== revision) {', 'if (false) {'],
  ]),
  ...of('modules/scenarios/saving.ts', SCENARIOS, [
    ["if (!candidate) throw invalidFields({ choices: 'InvalidField' });", 'if (!candidate) return undefined as never;'],
    ['known.delete(code.toLowerCase());', ''],
    ["if (places.size < ceilings.length) throw invalidFields({ ceilings: 'InvalidField' });", ''],
    [' && !had.has(source)', ''],
    ['before.candidates.length + before.hidden + more.length', 'before.candidates.length + more.length'],
    ['before.candidates.length + before.hidden + more.length', 'more.length'],
    ['more = found.filter((candidate) => !has.has(candidate.id))', 'more = found'],
  ]),
  ...of(
    'modules/scenarios/proposals.ts',
    ['modules/scenarios/proposals'],
    [
      ["if (scenario.revision !== revision) throw new ApiError('ScenarioConflict');", ''],
      ["if (scenario.revision !== queued.revision) throw new ApiError('ScenarioConflict');", ''],
      [
        "if (!user || !can(user, 'portfolio.scenarios')) throw new ApiError('Forbidden');",
        "if (!user) throw new ApiError('Forbidden');",
      ],
      ["unfinished: { most: 1, refusal: 'ProposalRunning' },", ''],
      ["if (!isWithin(problem, chosen)) throw new Error('A proposal breaks a ceiling');", ''],
      ['if (problem.short.length > 0) return shortProposal(problem, queued);', ''],
    ],
  ),
  ...of('modules/scenarios/candidates.ts', SCENARIOS, [
    ['where ${condition} and ${which}', 'where ${which}'],
    ["if (found.length > SCENARIO_CANDIDATES) throw new ApiError('ScenarioFull');", ''],
    ['and forms.status <> ${sql.lit(FORM_STATUS.unlocked)}', ''],
  ]),
  ...of('modules/scenarios/changed-ceilings.ts', SCENARIOS, [
    ['if (!had.includes(present.get(key)?.amount ?? null)) continue;', ''],
    ['if (amount === null) present.delete(key);\n    else present', 'if (amount !== null) present'],
  ]),
  ...of('modules/scenarios/candidates.ts', SCENARIOS, [
    [' and forms.marked_at is not null', ''],
    ['order by forms.marked_at desc', 'order by forms.marked_at'],
  ]),
  ...of('modules/scenarios/saving.ts', SCENARIOS, [['left.length === 0\n', 'false\n']]),
  ...of('modules/scenarios/refreshing.ts', SCENARIOS, [['if (changes.length === 0) return before.revision;', '']]),
  ...of('modules/scenarios/reading.ts', ['modules/scenarios/proposals'], [['    revision: scenario.revision,\n', '']]),
];
