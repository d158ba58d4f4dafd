import type { PortfolioSummary } from '@pimis/contract/dashboard';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { progressScope } from '../earned-value/facts.ts';
import { readWarnings } from '../earned-value/warnings.ts';
import { readMoney } from '../portfolio/money.ts';

const WARNINGS_SHOWN = 3;

/** The heaviest warnings and the amounts by quarter of the projects in progress that the user sees. */
export async function portfolioSummary(context: Context, user: CurrentUser): Promise<PortfolioSummary> {
  const reading = await readingFor(context, user);
  const scope = await progressScope(reading, user, { status: 'pending' });
  const [{ warnings }, { quarters }] = await Promise.all([
    readWarnings(reading.db, scope, {}, WARNINGS_SHOWN),
    readMoney(reading.db, scope),
  ]);
  return { warnings, quarters };
}
