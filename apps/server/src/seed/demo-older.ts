import { pifExample } from '@pimis/domain/forms/examples/other';
import type { OlderProject } from '../modules/projects/take-over.ts';

const PROKUPLJE = '50112';

/** A year of the schedule in versions up to 1-5-2, which kept shares alone. */
const SHARES = { q3: { percent: '60.00' }, q4: { percent: '40.00' } };

/** Projects of the system before this one, with the PIF versions they came with. */
export const DEMO_OLDER: readonly OlderProject[] = [
  {
    code: 'OBILAZNICA-STARA',
    name: 'Обилазница Прокупље – источни крак',
    type: 3,
    sector: 2,
    organizationId: PROKUPLJE,
    proposerOrganizationId: '10503',
    createdDate: '2021-04-12',
    form: {
      code: '1-5-2',
      state: 1,
      revisions: [
        { userName: 'Радмила Пешић', date: '2021-04-12', values: { notes: 'Унето из старог система.' } },
        // The older system kept a field that no version of the form knows.
        { userName: 'Радмила Пешић', date: '2021-06-03', values: { ...pifExample(SHARES), oldNumber: '15/2021' } },
      ],
    },
  },
  {
    code: 'ULICA-STARA',
    name: 'Реконструкција улице Ратка Павловића',
    type: 3,
    sector: 2,
    organizationId: PROKUPLJE,
    proposerOrganizationId: '10503',
    createdDate: '2020-09-01',
    form: {
      code: '1-5-0',
      state: 3,
      revisions: [{ userName: 'Радмила Пешић', date: '2020-09-01', values: pifExample(SHARES) }],
    },
  },
];
