import { SegmentedControl } from '@mantine/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { TableSwitch } from './DataTable/TableSwitch.tsx';
import './DataTable/table.css';
import './forced-colors.css';

const forced = (value: 'active' | 'none') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });

beforeEach(() => forced('active'));
afterEach(() => forced('none'));

const lookOf = (element: Element | null | undefined) => {
  if (!element) throw new Error('not drawn');
  const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(element);
  return { backgroundColor, borderTopWidth, borderTopColor };
};

test('in a contrast theme a switch has its outline, and one that is on differs from one that is off', async () => {
  const screen = await draw(
    <>
      <TableSwitch label="Укључено" checked onChange={() => undefined} />
      <TableSwitch label="Искључено" checked={false} onChange={() => undefined} />
    </>,
  );
  const trackOf = (name: string) => lookOf(screen.getByRole('switch', { name }).element().nextElementSibling);
  const [on, off] = [trackOf('Укључено'), trackOf('Искључено')];
  expect([on.borderTopWidth, off.borderTopWidth]).toEqual(['1px', '1px']);
  expect(off.borderTopColor).not.toBe(off.backgroundColor);
  expect(on.backgroundColor).not.toBe(off.backgroundColor);
});

test('in a contrast theme the chosen one of several and the current tab stand out', async () => {
  const screen = await draw(
    <>
      <SegmentedControl data={['Вредност', 'Број']} />
      <nav className="tabs">
        <a href="#a" data-active="true">
          Прва
        </a>
        <a href="#b">Друга</a>
      </nav>
      <nav className="view-tabs">
        <button type="button" aria-current="true">
          Сви
        </button>
        <button type="button">Моји</button>
      </nav>
    </>,
  );
  const labelOf = (name: string) => lookOf(screen.getByText(name).element().closest('label'));
  expect(labelOf('Вредност').backgroundColor).not.toBe(labelOf('Број').backgroundColor);
  const lineOf = (name: string) =>
    getComputedStyle(screen.getByText(name, { exact: true }).element()).borderBottomColor;
  expect(lineOf('Друга')).not.toBe(lineOf('Прва'));
  expect(lineOf('Моји')).not.toBe(lineOf('Сви'));
});
