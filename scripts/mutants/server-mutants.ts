import { AUDIT_LOG } from './server/audit.ts';
import { DAILY_WORK } from './server/daily-work.ts';
import { EARNED_VALUE } from './server/earned-value.ts';
import { FISCAL_NEEDS } from './server/fiscal-needs.ts';
import { MONEY } from './server/money.ts';
import { PORTFOLIO_VIEWS } from './server/portfolio.ts';
import { PUBLIC_ANSWERS } from './server/public-answers.ts';
import { PUBLIC_FACTS } from './server/public-facts.ts';
import { READ_REPLICA } from './server/read-replica.ts';
import { REPORTS } from './server/reports.ts';
import { ROUTES } from './server/routes.ts';
import { SCENARIO_RIGHTS } from './server/scenarios.ts';
import type { ServerMutant } from './server/server-mutant.ts';
import { VIEWS } from './server/views.ts';
import { VISIBILITY } from './server/visibility.ts';
import { WORKFLOW } from './server/workflow.ts';

/** Changes of the server's conditions, chosen by hand: a file of scripts/mutants/server for each area. */
export const SERVER_MUTANTS: readonly ServerMutant[] = [
  ...VISIBILITY,
  ...WORKFLOW,
  ...AUDIT_LOG,
  ...DAILY_WORK,
  ...ROUTES,
  ...MONEY,
  ...REPORTS,
  ...PORTFOLIO_VIEWS,
  ...FISCAL_NEEDS,
  ...EARNED_VALUE,
  ...SCENARIO_RIGHTS,
  ...READ_REPLICA,
  ...PUBLIC_FACTS,
  ...PUBLIC_ANSWERS,
  ...VIEWS,
];
