import { afterEach, expect, test, vi } from 'vitest';
import type { Project, ProjectSummary } from '@pimis/contract/projects';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { Summary } from './Summary.tsx';

afterEach(() => vi.restoreAllMocks());

const IDEA: ProjectSummary = {
  value: '540000000.00',
  origin: null,
  planned: null,
  real: { start: null, end: null },
  sources: [],
  realized: '0.00',
  decision: null,
  lastReport: null,
};
const PLAN: Partial<ProjectSummary> = {
  planned: { start: '2026-01-01', end: '2028-03-31' },
  real: { start: '2026-01-20', end: null },
  sources: [{ source: 'Зајам', amount: '540000000.00', share: '100.00' }],
  realized: '797500000.00',
  decision: {
    label: { sr: 'Усваја се', en: 'Accepted' },
    date: '2026-03-01',
    list: { sr: 'Идеја', en: 'Idea' },
    comment: 'Добро.',
  },
  lastReport: { code: 'kvartalni', name: 'Квартални-2026-3', status: 4, changedDate: '2026-10-03' },
};
const LABELS = [
  'Извори финансирања',
  'Планирани рок',
  'Извођење и извештавање',
  'Последња одлука комисије',
  'Последњи извештај',
];

function drawSummary(summary: Partial<ProjectSummary>, returned: Partial<Project['returned']> | null = null) {
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({
      payload: { ...IDEA, ...summary },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  return draw(<Summary project={{ code: 'PRVI', returned } as unknown as Project} />);
}

test('the summary of an idea has no empty facts', async () => {
  const screen = await drawSummary({}, { openRemarks: 0 });
  await expect.element(screen.getByText('540.000.000,00 РСД')).toBeVisible();
  expect(screen.container.querySelectorAll('dt')).toHaveLength(1);
});

test('the summary of a project in realization has each of its facts', async () => {
  const screen = await drawSummary(PLAN, { openRemarks: 3 });
  for (const label of LABELS) await expect.element(screen.getByText(label)).toBeVisible();
  await expect.element(screen.getByText('20.1.2026. – …')).toBeVisible();
  await expect.element(screen.getByText('797.500.000,00 РСД')).toBeVisible();
  await expect.element(screen.getByText('3 отворене примедбе')).toBeVisible();
});
