import { describe, expect, it } from 'vitest';
import { CONCLUSION_DATA, CONCLUSION_EXAMPLE } from '@pimis/examples/realization';
import { formOf } from '../../../test/forms.ts';
import { changed, judge, row } from '../../../test/realization.ts';
import { completeForm, defaultValues, settleValues } from '../complete.ts';
import { getPath } from '../paths.ts';

describe('conclusion', () => {
  const form = formOf('zavrsni');

  it('the filled example stands without errors and computes what it states', () => {
    const completed = completeForm(form, CONCLUSION_EXAMPLE, CONCLUSION_DATA);
    expect(completed).toEqual(CONCLUSION_EXAMPLE);
    expect(judge(form, CONCLUSION_EXAMPLE, CONCLUSION_DATA)).toMatchObject({ errors: [], warnings: [] });
  });

  it('Не clears what hangs on the answer (K9)', () => {
    const values = changed(CONCLUSION_EXAMPLE, { 'basicInfo.delayed': 'Не', 'expenses.deviation.deviated': 'Не' });
    const completed = completeForm(form, values, CONCLUSION_DATA);
    expect(getPath(completed, 'basicInfo.notes')).toBeUndefined();
    expect(getPath(completed, 'basicInfo.measures')).toBeUndefined();
    expect(getPath(settleValues(form, values, completed), 'expenses.deviation.notes')).toBeUndefined();
    expect(judge(form, values, CONCLUSION_DATA)).toMatchObject({
      errors: [],
      warnings: ['FluentDelayAnswer/0', 'FluentDeviationAnswer/1'],
    });
  });

  it('a realization that ended on its last planned day has no delay to answer for', () => {
    const onTime = (actualEnd: string) => {
      const values = changed(CONCLUSION_EXAMPLE, {
        'basicInfo.actualEnd': actualEnd,
        'basicInfo.delayed': 'Не',
        'expenses.deviation.deviated': 'Не',
      });
      const completed = completeForm(form, values, CONCLUSION_DATA);
      const { warnings } = judge(form, values, CONCLUSION_DATA);
      return [getPath(completed, 'basicInfo.exceedingDeadline'), warnings.includes('FluentDelayAnswer/0')];
    };
    const planned = String(getPath(CONCLUSION_DATA, 'conclusionAddData.plannedDateEnd'));
    expect(onTime(planned)).toEqual([0, false]);
    const dayLater = new Date(Date.parse(planned) + 86_400_000).toISOString().slice(0, 10);
    expect(onTime(dayLater)).toEqual([1, true]);
  });

  it('sums of the sources against the actual and the adjusted total', () => {
    const values = structuredClone(CONCLUSION_EXAMPLE);
    row(values, 'expenses.fundingSources', 1).actual = '210960000.02';
    row(values, 'expenses.fundingSources', 2).adjustment = '-0.02';
    expect(judge(form, values, CONCLUSION_DATA).errors).toEqual(['FluentActualSourceSum/0', 'FluentAdjustmentSum/0']);
  });

  it('starts with the person of the plan and the last day with progress', () => {
    expect(defaultValues(form, CONCLUSION_DATA)).toMatchObject({
      basicInfo: { actualEnd: '2028-12-31', implementationStartDelay: 74, exceedingDeadline: 92 },
      proposerInfo: { responsiblePerson: 'Милена Јовић' },
      expenses: { fundingSources: [{ actual: '0.00', adjustment: '0.00', diff: '-1406400000.00' }, {}, {}] },
    });
  });
});
