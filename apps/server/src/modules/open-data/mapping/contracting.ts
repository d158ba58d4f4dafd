import { addDays, isMonth } from '@pimis/domain/dates/dates';
import { newestWith, type Procurement, type PublicFacts } from '../facts.ts';
import type { Oc4idsProject } from './oc4ids.ts';
import { amountOf, line, periodOf, present, nonEmpty } from './values.ts';

const NATURE: Readonly<Record<string, string>> = { Радови: 'construction', 'Стручни надзор': 'supervision' };
/** The financier's rules are missing, because they allow any method. */
const METHOD: Readonly<Record<string, string>> = {
  Отворени: 'open',
  Рестриктивни: 'selective',
  Преговарачки: 'limited',
  'Изузета набавка': 'direct',
};

const MONTHS = 12;

/** The period begins in the month of the contract and lasts as many months as planned. */
function contractPeriod({ contract, duration }: Procurement) {
  if (!isMonth(contract)) return undefined;
  const first = `${contract}-01`;
  if (!Number.isInteger(duration) || duration === undefined || duration < 1) return periodOf(first, undefined);
  const [year = 0, month = 1] = contract.split('-').map(Number);
  const after = year * MONTHS + (month - 1) + duration;
  const next = `${Math.floor(after / MONTHS)}-${String((after % MONTHS) + 1).padStart(2, '0')}-01`;
  return periodOf(first, addDays(next, -1));
}

/** The procurements planned in the newest approved pre-implementation, without releases. */
export function contractingOf(facts: PublicFacts, projectId: string): Oc4idsProject['contractingProcesses'] {
  const rows = newestWith(facts, 'procurements')?.value ?? [];
  return nonEmpty(
    rows.flatMap((row, index) => {
      const title = line(row.subject);
      if (title === undefined) return [];
      const nature = NATURE[row.kind ?? ''];
      const tender = present({
        procurementMethod: METHOD[row.procedure ?? ''],
        procurementMethodDetails: line(row.procedure),
        costEstimate: amountOf(row.net),
      });
      if (Object.keys(tender).length === 0) return [];
      const summary = present({
        title,
        nature: nature === undefined ? undefined : [nature],
        tender,
        contractPeriod: contractPeriod(row),
      });
      return [{ id: `${projectId}-contracting-${index + 1}`, summary }];
    }),
  );
}
