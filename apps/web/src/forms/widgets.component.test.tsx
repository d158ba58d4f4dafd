import { notifications } from '@mantine/notifications';
import { describe, expect, test, vi } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import type { Field } from '@pimis/domain/forms/types';
import { getPath, rowsAt } from '@pimis/domain/forms/paths';
import { drawForm } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { pasteOver } from '../testing/paste.ts';
import { settlePhone } from './phone-field.ts';

const field = (path: string, kind: Field['kind'], label: string, more: Partial<Field> = {}): Field => ({
  path,
  kind,
  label: { sr: label, en: label },
  ...more,
});

describe('an amount', () => {
  const amount = [field('износ', 'rsd', 'Износ')];

  test('is read as it is written here, and shown with points and a comma', async () => {
    const { screen, store } = await drawForm(amount, {});
    const input = screen.getByLabelText('Износ');
    await input.fill('1.000,5');
    await userEvent.tab();
    await expect.element(input).toHaveValue('1.000,50');
    expect(getPath(store.values, 'износ')).toBe('1000.50');
  });

  test('that is cleared is empty', async () => {
    const { screen, store } = await drawForm(amount, { износ: '5.00' });
    const input = screen.getByLabelText('Износ');
    await input.fill('');
    await userEvent.tab();
    await expect.element(input).toHaveValue('');
    expect(getPath(store.values, 'износ')).toBeUndefined();
  });

  test('above the maximum stays as it was typed, and is told', async () => {
    const { screen } = await drawForm(amount, {});
    const input = screen.getByLabelText('Износ');
    await input.fill('9999999999999999');
    await userEvent.tab();
    await expect.element(input).toHaveValue('9.999.999.999.999.999,00');
    await expect.element(screen.getByText(/од 0,00 до 999\.999\.999\.999\.999,00/)).toBeVisible();
  });

  test('that is pasted with more around it is never cut to another figure', async () => {
    const { screen, store } = await drawForm(amount, {});
    const input = screen.getByLabelText('Износ');
    await input.fill('                12.345.678.901,00');
    expect(getPath(store.values, 'износ')).toBe('12345678901.00');
    await input.fill('000000000000000012.345.678.901,00');
    await expect.element(input).toHaveValue('12.345.678.901,00');
    expect(getPath(store.values, 'износ')).toBe('12345678901.00');
  });

  test('is pasted with its currency, and anything else that is no amount changes nothing', async () => {
    const { screen, store } = await drawForm(amount, { износ: '5.00' });
    const input = screen.getByLabelText('Износ');
    const paste = async (text: string) => {
      await input.fill('5,00');
      await pasteOver(input, text);
      return getPath(store.values, 'износ');
    };
    expect(await paste('1.234.567,89\r\n')).toBe('1234567.89');
    expect(await paste('1\u00a0234\u00a0567,89\u00a0РСД\r\n')).toBe('1234567.89');
    expect(await paste('1.234.567 динара')).toBe('1234567.00');
    expect(await paste('1,234,567.89')).toBe('1234567.89');
    for (const text of ['1,234', '10 20', '-5', '(1.000,00)', 'око 5.000', '\u22125', '7 EUR', '7 %']) {
      expect(await paste(text), text).toBe('5.00');
    }
  });

  test.for([
    ['eur', '7 EUR', '7 РСД'],
    ['foreign', '7 USD', '7 din'],
    ['percent', '7 %', '7 €'],
  ] as const)('of the kind %s is pasted with its own unit alone', async ([kind, own, other]) => {
    const { screen, store } = await drawForm([field('износ', kind, 'Износ')], { износ: '5.00' });
    const input = screen.getByLabelText('Износ');
    await pasteOver(input, other);
    expect(getPath(store.values, 'износ')).toBe('5.00');
    await pasteOver(input, own);
    expect(getPath(store.values, 'износ')).toBe('7.00');
  });

  test('typed in English notation is that amount; one that may be two amounts stays typed and is refused once', async () => {
    const shown = vi.spyOn(notifications, 'show');
    const { screen, store } = await drawForm(amount, { износ: '5.00' });
    const input = screen.getByLabelText('Износ');
    await input.fill('1,234.56');
    await userEvent.tab();
    expect(getPath(store.values, 'износ')).toBe('1234.56');
    await expect.element(input).toHaveValue('1.234,56');
    await input.fill('1,234');
    await userEvent.tab();
    await expect.element(input).toHaveValue('1,234');
    expect(shown.mock.calls.map(([{ message }]) => message)).toEqual([
      expect.stringContaining('„1,234“ може да значи'),
    ]);
    await input.fill('1.234');
    await userEvent.tab();
    await expect.element(input).toHaveValue('1.234,00');
  });

  test('goes up and down by a thousand with the arrow keys', async () => {
    const { screen, store } = await drawForm(amount, { износ: '2500.00' });
    await screen.getByLabelText('Износ').click();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(getPath(store.values, 'износ')).toBe('3500.00');
  });
});

describe('a text and an explanation', () => {
  test('that are too long stay whole, and are told', async () => {
    const long = 'а'.repeat(2001);
    const { screen, store } = await drawForm(
      [field('назив', 'text', 'Назив', { maxLength: 5 }), field('одговор', 'yesNoComment', 'Одговор')],
      {},
    );
    await screen.getByLabelText('Назив').fill('шест слова');
    await screen.getByRole('textbox', { name: /Одговор/ }).fill(long);
    await userEvent.tab();
    expect(getPath(store.values, 'назив')).toBe('шест слова');
    expect(getPath(store.values, 'одговор.comment')).toBe(long);
    await expect.element(screen.getByText(/највише 5 знакова|до 5 знакова/i).first()).toBeVisible();
  });
});

describe('a day', () => {
  const day = [field('дан', 'date', 'Дан')];

  test('is typed with points', async () => {
    const { screen, store } = await drawForm(day, {});
    await screen.getByRole('textbox', { name: 'Дан' }).fill('5.3.2027');
    await userEvent.tab();
    expect(getPath(store.values, 'дан')).toBe('2027-03-05');
  });

  test('that does not exist stays typed, never the former one, and is told', async () => {
    const { screen, store } = await drawForm(day, { дан: '2027-03-05' });
    const input = screen.getByRole('textbox', { name: 'Дан' });
    await input.fill('29.2.2029');
    await userEvent.tab();
    await expect.element(input).toHaveValue('29.2.2029');
    await expect.element(screen.getByText(/постојећи датум између 1\.2\.2019\. и 1\.2\.2030\.$/)).toBeVisible();
    expect(getPath(store.values, 'дан')).not.toBe('2027-03-05');
  });
});

describe('an address of e-mail', () => {
  test('that is wider than its field is shown whole', async () => {
    const { screen } = await drawForm([field('пошта', 'text', 'Е-пошта', { format: 'email', maxLength: 254 })], {
      пошта: `${'служба.за.капитална.улагања.'.repeat(8)}@primer.rs`,
    });
    const input = screen.getByRole('textbox', { name: 'Е-пошта' }).element();
    expect(input).toHaveAttribute('inputmode', 'email');
    expect(input.scrollWidth).toBeLessThanOrEqual(input.clientWidth);
  });
});

describe('a phone', () => {
  const WRITTEN = '+381 (64) 123 4567';
  const phones = [field('телефони', 'textList', 'Телефон', { format: 'phone', maxLength: 30 })];

  test.each(['+381 64 123 4567', '00381641234567', '+381 (0)64 1234-567', '064/123-45-67'])(
    'typed, pasted or filled in as %s is one number',
    async (text) => {
      const { screen, store } = await drawForm(phones, { телефони: ['', '', ''] });
      const [typed, pasted, filled] = [1, 2, 3].map((row) =>
        screen.getByRole('textbox', { name: `Телефон, Ред ${row}` }),
      );
      await typed?.click();
      await userEvent.keyboard(text);
      expect(getPath(store.values, 'телефони')).toEqual([text, '', '']);
      // The save key is pressed while the field has the focus.
      settlePhone();
      expect(getPath(store.values, 'телефони')).toEqual([WRITTEN, '', '']);
      await expect.element(typed as Locator).toHaveFocus();
      await pasted?.click();
      const field = pasted?.element() as HTMLInputElement;
      field.setRangeText(text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
      expect(getPath(store.values, 'телефони')).toEqual([WRITTEN, WRITTEN, '']);
      const element = filled?.element() as HTMLInputElement;
      element.setRangeText(text);
      (document.activeElement as HTMLElement).blur();
      element.dispatchEvent(new Event('input', { bubbles: true }));
      await expect.poll(() => getPath(store.values, 'телефони')).toEqual([WRITTEN, WRITTEN, WRITTEN]);
    },
  );

  test.each(['+385 1 4567 890', '011/333-444 лок. 5', '0641234567 или 0641234568'])(
    '%s stays as it is',
    async (text) => {
      const { screen, store } = await drawForm([field('одговорно.phone', 'text', 'Телефон', { maxLength: 30 })], {});
      await screen.getByLabelText('Телефон').fill(text);
      await userEvent.tab();
      expect(getPath(store.values, 'одговорно.phone')).toBe(text);
    },
  );

  test('of an older save is left alone until it is changed', async () => {
    const { screen, store } = await drawForm([field('phone', 'text', 'Телефон', { maxLength: 120 })], {
      phone: '064/123-45-67',
    });
    const input = screen.getByLabelText('Телефон');
    await input.click();
    await userEvent.tab();
    expect(getPath(store.values, 'phone')).toBe('064/123-45-67');
    await input.fill('064/123-45-6');
    await input.fill('064/123-45-67');
    await userEvent.tab();
    expect(getPath(store.values, 'phone')).toBe(WRITTEN);
  });
});

describe('items of a list', () => {
  test('keep every letter that is typed faster than the form is evaluated', async () => {
    const { screen, store } = await drawForm([field('пошта', 'textList', 'Е-пошта', { format: 'email' })], {
      пошта: [''],
    });
    await screen.getByRole('textbox', { name: 'Е-пошта, Ред 1' }).click();
    await userEvent.keyboard('milena@primer.rs');
    expect(getPath(store.values, 'пошта')).toEqual(['milena@primer.rs']);
  });
});

describe('rows', () => {
  const list = field('редови', 'table', 'Редови', {
    columns: [field('текст', 'text', 'Текст'), field('износ', 'rsd', 'Износ')],
  });
  const texts = field('ставке', 'table', 'Ставке', { columns: [field('опис', 'markdown', 'Опис')] });

  test('a removed row goes, the others keep what they hold', async () => {
    const { screen, store } = await drawForm([list], {
      редови: ['први', 'други', 'трећи'].map((текст) => ({ текст, износ: '1.00' })),
    });
    await screen.getByRole('button', { name: 'Уклони ред 1' }).click();
    const inputs = screen.getByRole('textbox', { name: /Текст/ });
    await expect.element(inputs.nth(0)).toHaveValue('други');
    await inputs.nth(0).fill('други, допуњен');
    expect(rowsAt(store.values, 'редови')[0]?.текст).toBe('други, допуњен');
    expect(rowsAt(store.values, 'редови')[1]?.текст).toBe('трећи');
  });

  test('a row that is pressed away twice at once takes no other with it, and no row is added beyond the most', async () => {
    const { screen, store } = await drawForm([{ ...list, maxRows: 3 }], {
      редови: ['први', 'други', 'трећи'].map((текст) => ({ текст, износ: '1.00' })),
    });
    const press = (name: RegExp | string, times: number) => {
      const button = screen.getByRole('button', { name }).element() as HTMLButtonElement;
      for (let time = 0; time < times; time += 1) button.click();
    };
    press('Уклони ред 1', 2);
    await expect.poll(() => rowsAt(store.values, 'редови').map(({ текст }) => текст)).toEqual(['други', 'трећи']);
    press(/^Додај ред/, 3);
    await expect.poll(() => rowsAt(store.values, 'редови').length).toBe(3);
  });

  test('a removed card of long text goes from the screen, and the next letter goes into the row one sees', async () => {
    const { screen, store } = await drawForm([texts], {
      ставке: ['алфа', 'бета', 'гама'].map((опис) => ({ опис })),
    });
    await screen.getByRole('button', { name: 'Уклони ред 1' }).click();
    await expect.element(screen.getByText('алфа')).not.toBeInTheDocument();
    await screen.getByText('бета').click();
    await userEvent.keyboard('{End}!');
    await expect.poll(() => rowsAt(store.values, 'ставке')[0]?.опис).toBe('бета!');
    expect(rowsAt(store.values, 'ставке')[1]?.опис).toBe('гама');
  });

  test('a row taken out comes back where it stood', async () => {
    const { screen, store } = await drawForm([list], {
      редови: ['први', 'други'].map((текст) => ({ текст, износ: '1.00' })),
    });
    const step = store.removeRow(['редови'], 0);
    await expect.element(screen.getByRole('textbox', { name: /Текст/ }).nth(0)).toHaveValue('други');
    store.undo(step);
    await expect.element(screen.getByRole('textbox', { name: /Текст/ }).nth(0)).toHaveValue('први');
  });
});

describe('long text', () => {
  const description = [field('опис', 'markdown', 'Опис')];

  test('set from outside appears', async () => {
    const { screen, store } = await drawForm(description, { опис: 'старо' });
    await expect.element(screen.getByText('старо')).toBeVisible();
    store.set(['опис'], 'ново, из нацрта');
    await expect.element(screen.getByText('ново, из нацрта')).toBeVisible();
    await expect.element(screen.getByText('старо')).not.toBeInTheDocument();
  });

  test('counts from the first letter, typed at once after the field was entered', async () => {
    const { screen, store } = await drawForm(description, {});
    await userEvent.tab();
    await userEvent.keyboard('Од првог слова');
    await expect.poll(() => getPath(store.values, 'опис')).toBe('Од првог слова');
    await expect.element(screen.getByText('Од првог слова')).toBeVisible();
  });
});

describe('a choice', () => {
  const options = [
    { value: 1, label: { sr: 'Сопствена средства', en: 'Own means' } },
    { value: 2, label: { sr: 'Наменски трансфер', en: 'Transfer' } },
  ];
  /** Searches the page as Ctrl+F does; it continues from the selection. */
  const found = (text: string) => {
    getSelection()?.removeAllRanges();
    return (window as unknown as { find: (text: string) => boolean }).find(text);
  };

  test('is found when the page is searched, the others are not', async () => {
    const { screen, store } = await drawForm([field('извор', 'select', 'Извор', { options })], { извор: 1 });
    await expect.element(screen.getByLabelText('Извор')).toHaveValue('1');
    expect([found('Сопствена средства'), found('Наменски трансфер')]).toEqual([true, false]);
    await screen.getByLabelText('Извор').selectOptions('2');
    expect(getPath(store.values, 'извор')).toBe(2);
    expect([found('Сопствена средства'), found('Наменски трансфер')]).toEqual([false, true]);
  });
});

test('a computed answer is drawn as a circle', async () => {
  const { screen } = await drawForm([field('изнад', 'yesNo', 'Изнад', { computed: true })], { изнад: 'Да' });
  screen.container.classList.add('form-body');
  const { width, height } = screen.getByRole('radio', { name: 'Не' }).element().getBoundingClientRect();
  expect(width).toBe(height);
});

test('a day and a month say that F4 opens their calendar, unless they are only read', async () => {
  const fields = [field('рок', 'date', 'Рок'), field('месец', 'month', 'Месец')];
  for (const editable of [true, false]) {
    const { screen } = await drawForm(fields, {}, { editable: () => editable });
    const keys = ['Рок', 'Месец'].map((label) =>
      screen.getByRole('textbox', { name: label }).element().getAttribute('aria-keyshortcuts'),
    );
    expect(keys).toEqual(editable ? ['F4', 'F4'] : [null, null]);
    await screen.unmount();
  }
});

test('a computed day with a time is shown as a day', async () => {
  const { screen } = await drawForm([field('рок', 'date', 'Важећи рок', { computed: true })], {
    рок: '2026-09-30T00:00:00',
  });
  await expect.element(screen.getByLabelText(/^Важећи рок/)).toHaveValue('30.9.2026.');
});

test('a document in which a virus was found says so at its field, and is not offered to be opened', async () => {
  signIn();
  const row = (id: number, title: string, scan: string) => ({ id, title, extension: 'pdf', revisionId: id, scan });
  const payload = [row(1, 'Оцена', 'clean'), row(2, 'Писмо', 'found')];
  const answers = vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({
      payload,
      additionalInformation: { totalRows: 2 },
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const { screen } = await drawForm([field('документ', 'file', 'Документ')], { документ: '1' });
  const open = screen.getByRole('button', { name: 'Преузми' });
  await expect.element(open).toBeVisible();
  await screen.getByLabelText('Документ').selectOptions('2');
  await expect.element(screen.getByText('нађен вирус, не може се преузети')).toBeVisible();
  expect(open.elements()).toEqual([]);
  answers.mockRestore();
});
