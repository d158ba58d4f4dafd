import { afterEach, expect, test, vi } from 'vitest';
import type { ReportDefinition, ReportPreview } from '@pimis/contract/reports';
import { Changing } from '../../testing/Changing.tsx';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { Preview } from './Preview.tsx';

afterEach(() => vi.restoreAllMocks());

const TITLE = { sr: 'Преглед пројеката', en: 'List of projects' };
const report = (type: string): ReportDefinition => ({
  type,
  codeName: 'PIMIS-001',
  title: TITLE,
  description: TITLE,
  formats: ['pdf'],
  favourite: false,
  mailed: false,
});

const preview = (type: string, name: string): ReportPreview => ({
  type,
  atDay: '2026-11-20',
  columns: ['projectName', 'totalValue'],
  lines: [
    { kind: 'row', cells: { projectName: name, totalValue: '3.00' } },
    { kind: 'sum', level: 1, cells: { projects: '1', totalValue: '3.00' } },
    { kind: 'total', cells: { projects: '1', totalValue: '3.00' } },
  ],
  totalRows: 1,
  more: false,
});

const answer = (payload: unknown) =>
  Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });

test('the last line is the total, those before it the sums of groups', async () => {
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async () => answer(preview('project-list', 'Мост')));
  const screen = await draw(<Preview report={report('project-list')} choice={{}} />);
  await expect.element(screen.getByText('Мост')).toBeVisible();
  const sums = [...screen.container.querySelectorAll('.report-sum td:first-child')].map((cell) => cell.textContent);
  expect(sums).toEqual(['Укупно (1)', 'УКУПНО (1)']);
});

test('another report does not show the rows of the former one while it is read', async () => {
  signIn();
  const second = Promise.withResolvers<Response>();
  vi.spyOn(window, 'fetch').mockImplementation((asked) => {
    const path = String(asked instanceof Request ? asked.url : asked);
    return path.includes('/late-plans/') ? second.promise : Promise.resolve(answer(preview('project-list', 'Мост')));
  });
  const page = (type: string) => <Preview report={report(type)} choice={{}} />;
  const screen = await draw(<Changing pages={[page('project-list'), page('late-plans')]} />);
  await expect.element(screen.getByText('Мост')).toBeVisible();
  window.dispatchEvent(new Event('moved'));
  await expect.element(screen.getByText('Мост')).not.toBeInTheDocument();
  second.resolve(answer(preview('late-plans', 'Брана')));
  await expect.element(screen.getByText('Брана')).toBeVisible();
});
