import { expect, test } from 'vitest';
import { draw } from '../../testing/form.tsx';
import { pasteOver } from '../../testing/paste.ts';
import { IndicatorCell } from './Cell.tsx';
import type { Row } from './rows.ts';

test('a pasted amount is taken as it is written here, and what may mean another one changes nothing', async () => {
  let row: Row = { appropriationAmount: '5.00', remainingAppropriationAmount: '2.00' };
  const column = {
    path: 'appropriationAmount',
    label: 'appropriationAmount',
    kind: 'amount',
    editable: 'all',
  } as const;
  const screen = await draw(
    <IndicatorCell
      column={column}
      row={row}
      editable
      label="Износ"
      problem={undefined}
      onChange={(changes) => {
        row = { ...row, ...changes };
      }}
      onProblem={() => undefined}
    />,
  );
  const input = screen.getByRole('spinbutton');
  const paste = async (text: string) => {
    await input.fill('5,00');
    await pasteOver(input, text);
    return row.appropriationAmount;
  };
  expect(await paste('1.234.567,89 динара\r\n')).toBe('1234567.89');
  expect(await paste('1\u00a0234\u00a0567,89')).toBe('1234567.89');
  expect(await paste('1,234,567.89')).toBe('1234567.89');
  for (const text of ['1,234', '-5', 'око 5.000', '7 EUR']) expect(await paste(text), text).toBe('5.00');
});

test.each([
  ['amount', 'appropriationAmount', 'spinbutton', '5,00'],
  ['days', 'projectEvaluationDays', 'textbox', '30'],
] as const)(
  'below zero is refused in %s, stays with its message, and changes nothing',
  async (kind, path, role, valid) => {
    let row: Row = { appropriationAmount: '7.00', remainingAppropriationAmount: '2.00', projectEvaluationDays: 7 };
    const problems: (string | undefined)[] = [];
    const screen = await draw(
      <IndicatorCell
        column={{ path, label: path, kind, editable: 'all' }}
        row={row}
        editable
        label="Поље"
        problem={undefined}
        onChange={(changes) => {
          row = { ...row, ...changes };
        }}
        onProblem={(code) => problems.push(code)}
      />,
    );
    const input = screen.getByRole(role);
    await input.fill('-5');
    expect([row[path], problems.at(-1)]).toEqual([path === 'appropriationAmount' ? '7.00' : 7, 'InvalidField']);
    await expect.element(input).toHaveValue('-5');
    await input.fill(valid);
    expect([row[path], problems.at(-1)]).toEqual([path === 'appropriationAmount' ? '5.00' : 30, undefined]);
  },
);
