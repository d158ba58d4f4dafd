import { completeForm } from '@pimis/domain/forms/complete';
import { rowsAt, setPath } from '@pimis/domain/forms/paths';
import type { FormData, FormDefinition, FormValues } from '@pimis/domain/forms/types';

const ACTIVITIES = 50;

/** The largest form of the catalogue as it can be filled: a plan of 50 activities by quarters, from this day to 2030. */
export function largestPlan(plan: FormDefinition, start = '2026-01-01'): { values: FormValues; data: FormData } {
  const data: FormData = {
    currentYear: 2026,
    projectName: 'Merenje',
    projectCode: 'MERENJE',
    exchangeRate: { rate: '117.2000' },
  };
  const values: FormValues = {};
  setPath(values, 'implementationDates', { start, end: '2030-01-31' });
  setPath(values, 'financialInfo.price.local', '5000000000.00');
  setPath(
    values,
    'financialInfo.activityList',
    Array.from({ length: ACTIVITIES }, (_, index) => ({ name: `Aktivnost ${index + 1}`, estimate: '100000000.00' })),
  );
  const made = completeForm(plan, values, data);
  for (const row of rowsAt(made, 'implementation')) {
    for (const year of rowsAt(row, 'plan')) {
      for (const quarter of [1, 2, 3, 4]) setPath(year, `q${quarter}`, { percent: '5.00', amount: '5000000.00' });
    }
  }
  return { values: made, data };
}
