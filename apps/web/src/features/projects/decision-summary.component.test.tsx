import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DecisionSummary } from '@pimis/contract/decision-summary';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { expectAccessibleInBothThemes } from '../../testing/accessible.ts';
import { DECISION_SUMMARY } from '../../testing/decision-summary.ts';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { SEND } from '../../testing/step.ts';
import type { Project } from '@pimis/contract/projects';
import { ActionButtons } from './ActionButtons.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import { SummaryButton } from './SummaryButton.tsx';

const PROJECT = {
  code: 'PROBA',
  name: 'Проба',
  organizationName: 'Град',
  phase: 10,
  phaseStatus: PHASE_STATUS.sentToMinister as number,
  projectPhaseId: 7,
  pimisCommented: true,
  totalValue: '1.00',
  proposedDecision: null,
  lastChangeDate: '2026-11-20T10:00:00.000Z',
};
const CONSENT = { ...SEND, key: 'ministerApprove', label: { sr: 'Дај сагласност', en: 'Consent' } };

function answerWith(found: DecisionSummary) {
  return vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    const isSummary = typeof url === 'string' && url.includes('/decision-summary');
    return Response.json({
      payload: isSummary ? found : { today: '2026-11-20', forms: [], warnings: [] },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  });
}

const consent = (project = PROJECT, step = CONSENT) =>
  draw(<ActionDialog project={project} actions={[step]} onClose={() => undefined} />);

beforeEach(() => signIn());
afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1440, 900);
});

test('a step of who judges opens with the answers: what, how much and by how much more, who pays, when, what is open, who signed', async () => {
  answerWith(DECISION_SUMMARY);
  const screen = await consent();
  const summary = screen.getByRole('region', { name: 'Сажетак за одлуку' });
  await expect.element(summary.getByText('Гради се постројење за пречишћавање отпадних вода.')).toBeVisible();
  for (const text of [
    '2,4 млрд РСД',
    '+315 мил. (+14,93 %) од фазе „Идеја“',
    '−5 мил. (−0,21 %) од претходног слања',
    'раније до 30.11.2028.',
    'Буџет РС 58,76 %',
    '1 отворена примедба',
    'Поново послато, 2. пут · 1 исправљена, 1 отворена примедба',
    'Враћено 18.11.2026., Милош Петровић: „Проверите износе.“',
    'Измењена су 2 поља: Процењена вредност, РСД…',
    'Послато на потврду: Милена Јовић',
    'Исправљено.',
    'Писмо о намерама',
    'Проширење: 1,8 млрд',
    'Ново постројење: 2,4 млрд · изабрано',
    'иза плана, трошак',
    '2/2026: време до реализације 400 дана, адекватност финансирања 85 %',
  ]) {
    await expect.poll(() => summary.element().textContent.replaceAll(' ', ' ')).toContain(text);
  }
  const table = summary.getByRole('table');
  await expect.element(table.getByRole('row', { name: '2028. 1 млрд 1 млрд 2 млрд' })).toBeVisible();
  // The form is opened beside the dialog, in which the comment stays.
  const link = summary.getByRole('link', { name: 'Ред 1: Извор средстава није обезбеђен.' });
  await expect
    .element(link)
    .toHaveAttribute('href', '/projects/PROBA/phases/7/forms/identifikacija-projekta/id/5#section-finance');
  await expect.element(link).toHaveAttribute('target', '_blank');
  const why = summary.getByRole('heading', { name: 'Зашто' }).getByRole('link');
  await expect.element(why).toHaveAttribute('href', expect.stringContaining('id/5#section-description'));
  // The reader begins at the summary, not at the comment below it.
  expect(document.activeElement).toBe(summary.element());
  await expectAccessibleInBothThemes(screen.getByRole('dialog').element());
});

test('the dialog is one column on a phone, and nothing is wider than it', async () => {
  await page.viewport(360, 740);
  const sources = ['Буџет Републике Србије', 'Буџет јединице локалне самоуправе', 'Зајам', 'Донација'];
  const year = {
    year: 2027,
    amount: '4000000.00',
    sources: sources.map((source) => ({ source, amount: '1000000.00' })),
  };
  answerWith({ ...DECISION_SUMMARY, years: [year] });
  const screen = await consent();
  const summary = screen.getByRole('region', { name: 'Сажетак за одлуку' });
  await expect.element(summary.getByText('Чиста река.')).toBeVisible();
  const parts = summary.element().querySelector('.decision-parts');
  expect(parts && getComputedStyle(parts).gridTemplateColumns.split(' ')).toHaveLength(1);
  const dialog = screen.getByRole('dialog').element();
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
});

test('a summary with nothing to say says so shortly', async () => {
  answerWith({
    ...DECISION_SUMMARY,
    changes: [{ ...DECISION_SUMMARY.changes[0]!, difference: '0.00', percent: '0.00' }],
    start: null,
    end: null,
    formerEnd: null,
    sources: [],
    years: [],
    round: null,
    marks: [],
    remarks: { open: 0, done: 0, unsent: 0, items: [] },
    warnings: [],
    signatures: [],
    documents: [],
    indicators: null,
    options: null,
    compared: [],
    works: null,
  });
  const screen = await consent();
  const summary = screen.getByRole('region', { name: 'Сажетак за одлуку' });
  await expect.element(summary.getByText('исто од фазе „Идеја“')).toBeVisible();
  await expect.element(summary.getByText('Нема отворених примедби ни упозорења')).toBeVisible();
  await expect.element(summary.getByText('Још нико.')).toBeVisible();
  expect(
    summary
      .getByRole('heading')
      .elements()
      .map(({ textContent }) => textContent.trim()),
  ).toEqual(['Шта се гради', 'Зашто', 'Ко је већ потписао', 'Цео образац']);
});

test('who sends a form is not asked to read the summary of a decision', async () => {
  const asked = answerWith(DECISION_SUMMARY);
  const screen = await consent({ ...PROJECT, phaseStatus: PHASE_STATUS.entry }, SEND);
  await expect.element(screen.getByRole('textbox', { name: 'Коментар' })).toBeVisible();
  expect(asked.mock.calls.some(([url]) => typeof url === 'string' && url.includes('decision-summary'))).toBe(false);
});

test('the project page shows the summary without a step, and a summary that fails can be read again', async () => {
  const asked = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const screen = await draw(<SummaryButton code="PROBA" />);
  await screen.getByRole('button', { name: 'Сажетак' }).click();
  const retry = screen.getByRole('button', { name: /Покушај поново|Учитај поново/ });
  await expect.element(retry).toBeVisible();
  asked.mockRestore();
  answerWith(DECISION_SUMMARY);
  await retry.click();
  await expect.element(screen.getByText('Чиста река.')).toBeVisible();
});

test('a return says how many remarks it sends, on its button and in its dialog', async () => {
  answerWith(DECISION_SUMMARY);
  const back = { ...SEND, id: '10-21-2', action: 2, key: 'return', label: { sr: 'Врати на допуну', en: 'Return' } };
  const project = { ...PROJECT, draftRemarks: 3, actors: { now: [], next: [] }, nextStep: null, taskAction: back.id };
  const shown = { ...project, availableActions: [CONSENT, back] } as unknown as Project;
  const screen = await draw(<ActionButtons project={shown} current />);
  const button = screen.getByRole('button', { name: 'Врати на допуну (3)' });
  await expect.element(button).toHaveAttribute('data-variant', 'filled');
  // The other step is a button beside it, not in a menu.
  await expect
    .element(screen.getByRole('button', { name: 'Дај сагласност' }))
    .toHaveAttribute('data-variant', 'default');
  await button.click();
  await expect.element(screen.getByText('Уз враћање се шаљу 3 ваше примедбе.')).toBeVisible();
  await expect.element(screen.getByRole('dialog').getByRole('button', { name: 'Врати на допуну (3)' })).toBeVisible();
});
