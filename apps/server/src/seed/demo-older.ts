import { DEFAULT_PROJECT_TYPE } from '@pimis/domain/constants';
import { completeForm } from '@pimis/domain/forms/complete';
import { fillForm } from '@pimis/examples/fill';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormValues } from '@pimis/domain/forms/types';
import type { OlderProject } from '../modules/project-page/take-over/take-over.ts';
import { PLACES, PROPOSER } from './demo-places.ts';

const RATE = '117.5820';

interface Older {
  form: '1-5-0' | '1-5-1' | '1-5-2' | '1-5-3' | '1-5-4';
  state: 1 | 3;
  code: string;
  name: string;
  sector: number;
  millions: number;
  problem: string;
  created: string;
  changed: string;
}

const OLDER: readonly Older[] = [
  {
    form: '1-5-2',
    state: 1,
    code: 'OBILAZNICA-STARA',
    name: 'Обилазница Прокупље – источни крак',
    sector: 2,
    millions: 500,
    problem: 'Теретни саобраћај пролази кроз центар града.',
    created: '2021-04-12',
    changed: '2021-06-03',
  },
  {
    form: '1-5-0',
    state: 3,
    code: 'ULICA-STARA',
    name: 'Реконструкција улице Ратка Павловића',
    sector: 2,
    millions: 140,
    problem: 'Коловоз и тротоари су дотрајали.',
    created: '2020-07-06',
    changed: '2020-09-01',
  },
  {
    form: '1-5-1',
    state: 3,
    code: 'VODOVOD-STARI',
    name: 'Водовод за насеља Бериље и Бабин Поток',
    sector: 5,
    millions: 310,
    problem: 'Насеља се снабдевају из бунара.',
    created: '2020-11-16',
    changed: '2021-01-20',
  },
  {
    form: '1-5-3',
    state: 1,
    code: 'SKOLA-STARA',
    name: 'Доградња школе „9. октобар“',
    sector: 1,
    millions: 220,
    problem: 'Настава се одвија у три смене.',
    created: '2021-09-13',
    changed: '2021-11-02',
  },
  {
    form: '1-5-4',
    state: 3,
    code: 'DEPONIJA-STARA',
    name: 'Санација старе депоније Хисар',
    sector: 4,
    millions: 180,
    problem: 'Процедне воде доспевају у Топлицу.',
    created: '2022-02-21',
    changed: '2022-04-08',
  },
];

/** A project in the earlier system: its form has the same name and figures. */
function valuesOf({ form, code, name, sector, millions, problem, changed }: Older): FormValues {
  const definition = findFormDefinition(form);
  const place = PLACES.PK;
  if (!definition || !place) throw new Error(`No form ${form}`);
  const year = Number(changed.slice(0, 4)) + 1;
  const values = fillForm({
    definition,
    defaults: {},
    data: {},
    project: { code, name, sector, millions, problem, proposer: PROPOSER, ...place },
    documents: { letter: '', assessment: '', decision: '' },
    rate: RATE,
    today: changed,
    period: { start: `${year}-01-01`, end: `${year}-12-31` },
  });
  // The earlier system stored its totals too.
  return completeForm(definition, values, {});
}

/** Projects of the earlier system, with every PIF version of theirs. */
export const DEMO_OLDER: readonly OlderProject[] = OLDER.map((older) => ({
  code: older.code,
  name: older.name,
  type: DEFAULT_PROJECT_TYPE,
  sector: older.sector,
  organizationId: PLACES.PK?.organization ?? '',
  proposerOrganizationId: PROPOSER.id,
  createdDate: older.created,
  form: {
    code: older.form,
    state: older.state,
    revisions: [
      { userName: 'Радмила Пешић', date: older.created, values: { notes: 'Унето из старог система.' } },
      {
        userName: 'Радмила Пешић',
        date: older.changed,
        // The earlier system had a field that no version of the form has.
        values: { ...valuesOf(older), ...(older.form === '1-5-2' ? { oldNumber: '15/2021' } : {}) },
      },
    ],
  },
}));
