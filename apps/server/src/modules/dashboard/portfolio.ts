import type { PortfolioSummary } from '@pimis/contract/dashboard';
import { addDays } from '@pimis/domain/dates/dates';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { needsAgainstCeilings } from '@pimis/domain/portfolio/fiscal-calendar';
import { overshootFrom } from '@pimis/domain/portfolio/headlines';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { progressScope } from '../earned-value/facts.ts';
import { countWarnings } from '../earned-value/progress.ts';
import { readWarnings } from '../earned-value/warnings.ts';
import { fiscalCalendar } from '../fiscal-calendar/calendar.ts';
import { readMoney } from '../portfolio/money.ts';

const WARNINGS_SHOWN = 3;
/** Warnings are compared with those of this many days ago. */
const MONTH_DAYS = 30;
const PENDING = { status: 'pending' };

/**
 * A summary of the projects in progress that the user sees: the heaviest warnings, the number of each rule today and a
 * month ago, the exceeded ceiling and the amounts by quarter. It calls the services of the linked views.
 */
export async function portfolioSummary(context: Context, user: CurrentUser): Promise<PortfolioSummary> {
  const reading = await readingFor(context, user);
  const scope = await progressScope(reading, user, PENDING);
  const past = { ...scope, day: addDays(scope.day, -MONTH_DAYS), isPast: true };
  const [{ warnings }, now, before, calendar, { quarters }] = await Promise.all([
    readWarnings(reading.db, scope, {}, WARNINGS_SHOWN),
    countWarnings(reading.db, scope),
    countWarnings(reading.db, past),
    fiscalCalendar(reading, user, PENDING),
    readMoney(reading.db, scope),
  ]);
  const overshoot = overshootFrom(needsAgainstCeilings(calendar), Number(scope.day.slice(0, 4)));
  return {
    warnings,
    counts: now.warnings.map(({ key, projects }) => ({
      key,
      projects,
      before: before.warnings.find((then) => then.key === key)?.projects ?? 0,
    })),
    lowestSpi: now.lowestSpi,
    lowestCpi: now.lowestCpi,
    overshoot: overshoot && { year: overshoot.year, over: fromHundredths(overshoot.over) },
    quarters,
  };
}
