import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { SendingCheck as Check } from '@pimis/contract/sending-check';
import { expectAccessibleInBothThemes } from '../../testing/accessible.ts';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { SEND } from '../../testing/step.ts';
import { ActionDialog } from './ActionDialog.tsx';

const PROJECT = {
  code: 'PROBA',
  name: 'Проба',
  organizationName: 'Град',
  phase: 4,
  phaseStatus: 1,
  projectPhaseId: 7,
  pimisCommented: true,
  totalValue: '1.00',
  proposedDecision: null,
  lastChangeDate: '2026-11-20T10:00:00.000Z',
};

const FORM = { id: 5, code: 'plan', name: 'План имплементације', phase: 4, projectPhaseId: 7, status: 2, revision: 3 };
const label = (sr: string) => ({ sr, en: `${sr} en` });
const SECTION = {
  key: 'basic',
  title: label('Основни подаци'),
  changes: [],
  answers: [],
  unseen: [],
  takenOver: [],
  empty: [],
  isEmpty: false,
  warnings: [],
};

const FOUND: Check = {
  forms: [
    {
      form: FORM,
      since: 2,
      sections: [
        {
          ...SECTION,
          changes: [
            { path: 'name', label: label('Назив'), row: 0, before: label('Мост'), after: label('Пут') },
            { path: 'rows[2].cost', label: label('Износ'), row: 2, before: null, after: label('10,00') },
          ],
          answers: [{ path: 'phone', label: label('Телефон'), text: label('+381 27 000 000') }],
          unseen: [label('Циљеви')],
          takenOver: [label('Локације')],
          warnings: [{ text: label('Извор није обезбеђен.'), row: 1 }],
        },
        { ...SECTION, key: 'schedule', title: label('Динамика'), isEmpty: true, empty: [label('Година')] },
        { ...SECTION, key: 'notes', title: label('Напомене') },
      ],
    },
  ],
  warnings: [{ form: FORM, section: 'schedule', text: label('Динамика по кварталима није унета: Радови.') }],
};

function answerWith(found: Check) {
  return vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json({
      payload: typeof url === 'string' && url.includes('/sending-check') ? found : { today: '2026-11-20' },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
}

const sending = (step = SEND) => draw(<ActionDialog project={PROJECT} actions={[step]} onClose={() => undefined} />);

beforeEach(() => signIn());
afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1440, 900);
});

test('a step that sends shows its form by section, folded: what changed, what nobody looked at, what is empty', async () => {
  answerWith(FOUND);
  const screen = await sending();
  await expect.element(screen.getByRole('dialog', { name: 'Провери и пошаљи' })).toBeVisible();
  const check = screen.getByRole('region', { name: 'Шта се шаље' });
  await expect.element(check.getByText('Од враћања (ревизија 2) измењена су 2 места.')).toBeVisible();
  for (const text of ['2 измене', '1 упозорење', '1 поље није прегледано', 'није попуњено']) {
    await expect.element(check.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.element(check.getByRole('img', { name: 'без измена и упозорења' })).toBeVisible();
  const warned = check.getByRole('alert');
  await expect.element(warned.getByText('Динамика по кварталима није унета: Радови.')).toBeVisible();
  await expect
    .element(warned.getByRole('link', { name: 'Погледај' }))
    .toHaveAttribute('href', '/projects/PROBA/phases/7/forms/plan/id/5#section-schedule');
  await expect.element(check.getByText('Мост')).not.toBeVisible();

  await check.getByText('Основни подаци').click();
  const section = check.getByRole('group').first();
  for (const text of [
    'Мост → Пут',
    'Ред 2: Износ',
    '– → 10,00',
    'Ред 1: Извор није обезбеђен.',
    'Преузето из ранијег обрасца, а није прегледано: Циљеви',
    'Преузето из претходне фазе без измене: Локације',
    'Телефон+381 27 000 000',
  ]) {
    await expect.poll(() => section.element().textContent).toContain(text);
  }
  await expect
    .element(section.getByRole('link', { name: 'Отвори део обрасца' }))
    .toHaveAttribute('href', '/projects/PROBA/phases/7/forms/plan/id/5#section-basic');
  await expectAccessibleInBothThemes(screen.container);
  await page.viewport(390, 900);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('a form sent for the first time has no changes, several are named, and a check that fails can be read again', async () => {
  const asked = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const screen = await sending();
  const retry = screen.getByRole('button', { name: /Покушај поново|Учитај поново/ });
  await expect.element(retry).toBeVisible();
  asked.mockRestore();
  const first = { form: FORM, since: null, sections: [SECTION] };
  const [second] = [{ ...first, form: { ...FORM, id: 6, name: 'Други образац' }, since: 4 }];
  answerWith({ forms: [first, second], warnings: [] });
  await retry.click();
  await expect.element(screen.getByText('Образац се шаље први пут у овој фази.')).toBeVisible();
  await expect.element(screen.getByText('Од враћања (ревизија 4) ништа није измењено.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 3 }).elements()).toHaveLength(2);
  expect(screen.getByRole('region', { name: 'Шта се шаље' }).getByRole('alert').elements()).toHaveLength(0);
});

test('a step that sends nothing does not ask for it', async () => {
  const asked = answerWith(FOUND);
  const screen = await sending({ ...SEND, key: 'withdrawCorrection', label: { sr: 'Повуци', en: 'Withdraw' } });
  await expect.element(screen.getByRole('dialog', { name: 'Повуци' })).toBeVisible();
  expect(asked.mock.calls.some(([url]) => typeof url === 'string' && url.includes('sending-check'))).toBe(false);
});
