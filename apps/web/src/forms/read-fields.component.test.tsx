import { expect, test } from 'vitest';
import type { Field } from '@pimis/domain/forms/types';
import { drawForm } from '../testing/form.tsx';

const field = (path: string, kind: Field['kind'], label: string, more: Partial<Field> = {}): Field => ({
  path,
  kind,
  label: { sr: label, en: label },
  ...more,
});

test('what is only read stands at the same edge, whatever it is made of', async () => {
  const { screen } = await drawForm(
    [
      field('назив', 'text', 'Назив'),
      field('ниво', 'select', 'Ниво', { options: [{ value: 1, label: { sr: 'Локални', en: 'Local' } }] }),
      field('пошта', 'textList', 'Е-пошта', { format: 'email' }),
    ],
    { назив: 'Пројекат', ниво: 1, пошта: ['milena@primer.rs'] },
    { editable: () => false },
  );
  screen.container.classList.add('form-body');
  const read = [
    screen.getByLabelText('Назив'),
    screen.getByText('Локални').last(),
    screen.getByRole('textbox', { name: 'Е-пошта, Ред 1' }),
  ];
  const looks = read.map((one) => getComputedStyle(one.element()));
  expect(looks.map(({ paddingLeft, fontSize }) => [paddingLeft, fontSize])).toEqual(read.map(() => ['0px', '14px']));
});

test('in a form that is only read a computed value looks as the others, and nothing is asked for', async () => {
  const { screen } = await drawForm(
    [field('назив', 'text', 'Назив', { required: true }), field('сектор', 'text', 'Сектор', { computed: true })],
    { назив: 'Пројекат', сектор: 'Енергетика' },
    { editable: () => false },
  );
  screen.container.classList.add('form-body');
  const looks = () =>
    ['Назив', 'Сектор'].map((name) => {
      const { borderColor, backgroundColor, paddingLeft } = getComputedStyle(screen.getByLabelText(name).element());
      return { borderColor, backgroundColor, paddingLeft };
    });
  // Among fields for input, its tint shows that it cannot be filled in.
  expect(looks()[1]).not.toEqual(looks()[0]);
  screen.container.dataset.reading = 'true';
  await expect.poll(() => looks()[1]).toEqual(looks()[0]);
  await expect.element(screen.getByText('*')).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText('Назив')).not.toHaveAttribute('aria-required');
});

test('an example stands below a field that began empty, also while it is filled in', async () => {
  const named = [field('basic.projectName', 'text', 'Назив')];
  const { screen } = await drawForm(named, {});
  await expect.element(screen.getByText(/^Пример: /)).toBeVisible();
  await screen.getByLabelText('Назив').fill('Мост');
  await expect.element(screen.getByText(/^Пример: /)).toBeVisible();
  await screen.unmount();
  const filled = await drawForm(named, { basic: { projectName: 'Мост' } });
  await expect.element(filled.screen.getByLabelText('Назив')).toHaveValue('Мост');
  await expect.element(filled.screen.getByText(/^Пример: /)).not.toBeInTheDocument();
});
