import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DecisionTableRow } from '@pimis/contract/decision-rows';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { expectAccessibleInBothThemes } from '../../../testing/accessible.ts';
import { DECISION_SUMMARY } from '../../../testing/decision-summary.ts';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { SEND } from '../../../testing/step.ts';
import { DecisionTable } from './DecisionTable.tsx';

const row = (code: string, more: Partial<DecisionTableRow> = {}): DecisionTableRow => ({
  projectCode: code,
  projectName: `Пројекат ${code}`,
  organizationName: 'Град',
  projectPhaseId: 7,
  phase: PHASE.idea,
  phaseStatus: PHASE_STATUS.sentToMinister,
  step: { sr: 'Дај сагласност', en: 'Consent' },
  position: null,
  decision: null,
  totalValue: '1.00',
  facts: {
    value: '2425000000.00',
    changes: [
      { since: 'phase', phase: PHASE.idea, difference: '315000000.00', percent: '14.93' },
      { since: 'round', phase: PHASE.identification, difference: '0.00', percent: '0.00' },
    ],
    start: '2027-03-01',
    end: '2029-01-31',
    formerEnd: '2028-11-30',
    round: 2,
    marks: [{ evaluator: 'Град', score: '77.00' }],
    remarks: { open: 2, answered: 1, done: 3 },
    warnings: 4,
    behind: '26.7',
  },
  ...more,
});

const CONSENT = { ...SEND, key: 'ministerApprove', label: { sr: 'Дај сагласност', en: 'Consent' } };
const BACK = { ...SEND, id: '0-21-2', action: 2, key: 'return', label: { sr: 'Врати на допуну', en: 'Return' } };

const projectOf = (code: string) => ({
  code,
  name: `Пројекат ${code}`,
  organizationName: 'Град',
  phase: PHASE.idea,
  phaseStatus: PHASE_STATUS.sentToMinister,
  projectPhaseId: 7,
  pimisCommented: true,
  totalValue: '1.00',
  proposedDecision: null,
  lastChangeDate: '2026-11-20T10:00:00.000Z',
  availableActions: [CONSENT, BACK],
});

beforeEach(() => {
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    const path = typeof url === 'string' ? url : '';
    const code = /projects\/(\w+)/.exec(path)?.[1] ?? '';
    const payload = path.includes('/decision-summary')
      ? DECISION_SUMMARY
      : code
        ? projectOf(code)
        : { today: '2026-11-20' };
    return Response.json({
      payload,
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1440, 900);
});

const drawTable = (rows: readonly DecisionTableRow[], list: { type: number; name: string } | null = null) =>
  draw(<DecisionTable rows={rows} caption="Сажеци" list={list} mayDecide />);

test('a row says by how much value and end have changed, what is open, and how far the works are behind', async () => {
  const screen = await drawTable([row('PRVI')]);
  const shown = screen.getByRole('row').nth(1);
  for (const text of [
    '+315 мил.',
    'од фазе „Идеја“',
    'исто од претходног слања',
    'раније до 30.11.2028.',
    '77,00',
    '2 отворене',
    'на 1 је одговорено',
    '3 исправљене',
    '4 упозорења',
    'иза плана',
  ]) {
    await expect.poll(() => shown.element().textContent.replaceAll(' ', ' ')).toContain(text);
  }
  await expectAccessibleInBothThemes(screen.container);
});

test('a decision begins with the summary and goes on with the next project', async () => {
  const screen = await drawTable([row('PRVI'), row('DRUGI')]);
  await screen.getByRole('button', { name: 'Дај сагласност: Пројекат PRVI' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Одлука' });
  await expect.element(dialog.getByText('Чиста река.')).toBeVisible();
  // Neither decision is chosen beforehand.
  await expect.element(dialog.getByRole('radio', { name: /Дај сагласност/ })).not.toBeChecked();
  await dialog.getByRole('radio', { name: /Дај сагласност/ }).click();
  await screen.getByRole('button', { name: /пређи на следећи/ }).click();
  await expect.element(screen.getByRole('dialog').getByText('Пројекат DRUGI')).toBeVisible();
});

test('a list numbers its projects, and names the decision where it was taken', async () => {
  const decided = row('PRVI', { position: 1, decision: 1, step: null, facts: null });
  const screen = await drawTable([decided, row('DRUGI', { position: 2 })], { type: 3, name: '2026-1' });
  await expect.element(screen.getByRole('row', { name: /^1 Пројекат PRVI .*Усваја се/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Дај сагласност: Пројекат DRUGI' })).toBeVisible();
});

test('who decides nothing reads the summary', async () => {
  const list = { type: 3, name: '2026-1' };
  const screen = await draw(
    <DecisionTable rows={[row('PRVI', { position: 1 })]} caption="Сажеци" list={list} mayDecide={false} />,
  );
  await screen.getByRole('button', { name: 'Сажетак: Пројекат PRVI' }).click();
  await expect.element(screen.getByRole('dialog').getByText('Чиста река.')).toBeVisible();
});

test('a phone shows each project as a card that is no wider than it', async () => {
  await page.viewport(360, 740);
  const screen = await drawTable([row('PRVI')]);
  await expect.element(screen.getByText('Пројекат PRVI')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('the decision is in sight where the table is wider than its place', async () => {
  await page.viewport(900, 740);
  const screen = await drawTable([row('PRVI')]);
  const button = screen.getByRole('button', { name: 'Дај сагласност: Пројекат PRVI' });
  await expect.element(button).toBeVisible();
  const place = screen.getByRole('group', { name: 'Сажеци' }).element();
  expect(place.scrollWidth).toBeGreaterThan(place.clientWidth);
  expect(button.element().getBoundingClientRect().right).toBeLessThanOrEqual(place.getBoundingClientRect().right);
});

test('where rows are cards, a cell without a value is left out; a table keeps its dash', async () => {
  signIn();
  const facts = { ...row('X').facts, marks: [], round: 1, remarks: { open: 0, answered: 0, done: 0 } };
  const bare = row('A', { facts: facts as DecisionTableRow['facts'] });
  const cell = (label: string) => document.querySelector(`td[data-label="${label}"]`);
  const isDrawn = (label: string) => cell(label)?.checkVisibility() ?? null;
  await page.viewport(1440, 900);
  await draw(<DecisionTable rows={[bare]} caption="Чека на вас" list={null} mayDecide />);
  await expect.poll(() => isDrawn('Примедбе')).toBe(true);
  expect(cell('Примедбе')?.textContent).toBe('–');
  await page.viewport(360, 740);
  await expect.poll(() => isDrawn('Примедбе')).toBe(false);
  expect(isDrawn('Упозорења')).toBe(true);
});
