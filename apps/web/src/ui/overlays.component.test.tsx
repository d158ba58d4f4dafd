import '@mantine/dates/styles.css';
import { Button } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../testing/accessible.ts';
import { draw } from '../testing/form.tsx';
import { DateField } from './DateField.tsx';
import { Dialog } from './Dialog.tsx';
import { FilterBar } from './DataTable/FilterBar.tsx';
import { FIRST_PAGE, type TableState } from './DataTable/state.ts';
import { HeaderPanel } from './HeaderPanel.tsx';
import { IconBell } from './icons.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { Menu, MenuItem, MenuLabel } from './Menu.tsx';
import { ThemeMenu } from './Preferences.tsx';
import './DataTable/table.css';

const expectAccessible = () => expectAccessibleInBothThemes(document.body);

const PHASES = [
  { value: '1', label: 'Идеја' },
  { value: '2', label: 'План' },
  { value: '3', label: 'Рад' },
];

function Filters({ filters = {} }: { filters?: Record<string, string> }) {
  const [state, setState] = useState<TableState>({ ...FIRST_PAGE, filters });
  return (
    <FilterBar
      filters={[
        { id: 'opened', label: 'Отворен', kind: 'dateRange' },
        { id: 'value', label: 'Вредност', kind: 'moneyRange' },
        { id: 'phase', label: 'Фаза', kind: 'multi', hasParts: true, options: PHASES },
        { id: 'late', label: 'Касни', kind: 'yesNo', hasParts: true },
        {
          id: 'list',
          label: 'Листа',
          kind: 'text',
          hasParts: true,
          say: (part) => `листа ${part}`,
          hint: 'Врста и назив, на пример 3/2026-1.',
        },
        { id: 'day', label: 'Дан', kind: 'day', hasParts: true },
      ]}
      values={state.filters}
      ask={setState}
      state={state}
      count={undefined}
    />
  );
}

function Asking() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>Отвори</Button>
      {opened && (
        <Dialog opened onClose={() => setOpened(false)} title="Одлука" footer={<Button>Потврди</Button>}>
          <DateField label="Дан" value={null} onChange={() => {}} />
        </Dialog>
      )}
    </>
  );
}

test('what an address filters by besides has a chip too, which takes it away', async () => {
  const filters = { opened: '2026-05-01', 'opened-to': '2026-06-01', value: '1500', 'phase-from': '2', other: 'x' };
  const screen = await draw(<Filters filters={filters} />);
  const chip = (name: string) => screen.getByRole('button', { name, exact: true });
  await expect.element(chip('Отворен: 1.5.2026.')).toBeVisible();
  await expect.element(chip('Отворен: … – 1.6.2026.')).toBeVisible();
  await expect.element(chip('Вредност: 1.500,00')).toBeVisible();
  await expect.element(chip('Фаза, од: План')).toBeVisible();
  await expect.element(chip('other: x')).toBeVisible();
  await chip('Отворен: 1.5.2026.').click();
  await screen.getByRole('textbox', { name: 'Отворен' }).fill('2.5.2026.');
  await userEvent.keyboard('{Enter}');
  await expect.element(chip('Отворен: 2.5.2026.')).toBeVisible();
  await expect.element(chip('Отворен: … – 1.6.2026.')).toBeVisible();
  await chip('Уклони филтер other').click();
  await expect.element(chip('other: x')).not.toBeInTheDocument();
  await chip('Уклони филтер Фаза, од').click();
  await expect.element(chip('Фаза, од: План')).not.toBeInTheDocument();
  // The field that it filtered by is not offered; the field of the same name is.
  await chip('Филтер').click();
  await expect.element(screen.getByRole('menuitem', { name: 'Фаза', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: 'other' })).not.toBeInTheDocument();
});

describe('what opens above a screen', () => {
  test('a filter of several parts says each of them, and its fields keep the others', async () => {
    const screen = await draw(
      <Filters filters={{ phase: ';1,3;2', late: ';false;true', list: '1/А;Б', day: ';2026-05-01;2026-06-01' }} />,
    );
    const chip = (name: string) => screen.getByRole('button', { name, exact: true });
    await expect.element(chip('Фаза: Идеја, Рад и уједно План')).toBeVisible();
    await expect.element(chip('Касни: Не и уједно Да')).toBeVisible();
    await expect.element(chip('Листа: листа 1/А;Б')).toBeVisible();
    await expect.element(chip('Дан: 1.5.2026. и уједно 1.6.2026.')).toBeVisible();
    await chip('Дан: 1.5.2026. и уједно 1.6.2026.').click();
    await expectAccessible();
    await screen.getByRole('textbox', { name: 'Дан' }).nth(1).fill('2.6.2026.');
    await userEvent.keyboard('{Enter}');
    await expect.element(chip('Дан: 1.5.2026. и уједно 2.6.2026.')).toBeVisible();
    await chip('Листа: листа 1/А;Б').click();
    const list = screen.getByRole('textbox', { name: 'Листа' });
    await expect.element(list).toHaveAccessibleDescription('Врста и назив, на пример 3/2026-1.');
    await expectAccessible();
    await list.fill('2/В;Г');
    await userEvent.keyboard('{Enter}');
    await expect.element(chip('Листа: листа 2/В;Г')).toBeVisible();
    // Without its first part the second one is left.
    await chip('Дан: 1.5.2026. и уједно 2.6.2026.').click();
    await screen.getByRole('textbox', { name: 'Дан' }).nth(0).fill('');
    await userEvent.keyboard('{Enter}');
    await expect.element(chip('Дан: 2.6.2026.')).toBeVisible();
  });

  test('a filter that an address bounds by what is no day says it as it is written', async () => {
    const filters = { 'opened-from': 'јуче', 'opened-to': '2026-05-01 10:00:00' };
    const screen = await draw(<Filters filters={filters} />);
    await expect.element(screen.getByRole('button', { name: 'Отворен: јуче – 2026-05-01 10:00:00' })).toBeVisible();
  });

  test('a filter with a long value is as high as its text, also without a space in it', async () => {
    const filters = { phase: ';1,2,3'.repeat(9), list: 'а'.repeat(200), late: 'true' };
    const screen = await draw(
      <div style={{ width: 320, display: 'flex', flexWrap: 'wrap' }}>
        <Filters filters={filters} />
      </div>,
    );
    await expect.element(screen.getByRole('button', { name: /^Фаза: / })).toBeVisible();
    const chips = [...document.querySelectorAll('.filter-chip')];
    expect(chips).toHaveLength(3);
    for (const chip of chips) {
      const box = chip.getBoundingClientRect();
      expect(box.width).toBeLessThanOrEqual(320);
      for (const line of chip.querySelector('strong')?.getClientRects() ?? []) {
        expect(line.top).toBeGreaterThanOrEqual(box.top);
        expect(line.bottom).toBeLessThanOrEqual(box.bottom);
      }
    }
  });

  test('a filter is accessible while it is open, and leads back to where it was opened', async () => {
    const screen = await draw(<Filters />);
    await screen.getByRole('button', { name: 'Филтер' }).click();
    await expectAccessible();
    await screen.getByRole('menuitem', { name: 'Вредност' }).click();
    await expect.element(screen.getByLabelText('Од')).toHaveFocus();
    await expectAccessible();
    await screen.getByLabelText('Од').fill('100');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('button', { name: /^Вредност: / })).toHaveFocus();
  });

  test('a dialog begins at its first field, and a calendar in it is accessible', async () => {
    const screen = await draw(<Asking />);
    await screen.getByRole('button', { name: 'Отвори' }).click();
    await expect.element(screen.getByLabelText('Дан')).toHaveFocus();
    await expectAccessible();
    await screen.getByRole('button', { name: 'Изабери датум' }).click();
    await expectAccessible();
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(screen.getByRole('button', { name: 'Отвори' })).toHaveFocus();
  });

  test('what opens a dialog is marked until the dialog is there', async () => {
    const screen = await draw(<Asking />);
    const button = screen.getByRole('button', { name: 'Отвори' }).element() as HTMLButtonElement;
    button.click();
    await Promise.resolve();
    expect(button.hasAttribute('data-pressed')).toBe(true);
    await expect.element(screen.getByLabelText('Дан')).toHaveFocus();
    expect(button.hasAttribute('data-pressed')).toBe(false);
  });

  test('a calendar stands under the field that it fills', async () => {
    const screen = await draw(<Asking />);
    await screen.getByRole('button', { name: 'Отвори' }).click();
    await screen.getByRole('button', { name: 'Изабери датум' }).click();
    const calendar = screen.getByRole('dialog', { name: 'Изабери датум' });
    const { left } = screen.getByLabelText('Дан').element().getBoundingClientRect();
    expect(calendar.element().getBoundingClientRect().left).toBeCloseTo(left, 0);
  });

  test('a calendar is opened from its field by a key, and gives the focus back to it', async () => {
    const screen = await draw(<Asking />);
    await screen.getByRole('button', { name: 'Отвори' }).click();
    await expect.element(screen.getByLabelText('Дан')).toHaveFocus();
    await userEvent.keyboard('{F4}');
    const calendar = screen.getByRole('dialog', { name: 'Изабери датум' });
    await expect.poll(() => document.activeElement?.closest('td')).not.toBeNull();
    await expect.element(calendar.getByRole('button', { name: 'Следећи месец' })).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(calendar).not.toBeInTheDocument();
    await expect.element(screen.getByLabelText('Дан')).toHaveFocus();
  });

  test('Escape closes the calendar above a dialog first, and the dialog then', async () => {
    const screen = await draw(<Asking />);
    await screen.getByRole('button', { name: 'Отвори' }).click();
    await screen.getByRole('button', { name: 'Изабери датум' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Изабери датум' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog', { name: 'Изабери датум' })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Изабери датум' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog', { name: 'Одлука' })).not.toBeInTheDocument();
  });

  test('Tab goes round within a filter, and a press beside it closes it', async () => {
    const screen = await draw(<Filters />);
    await screen.getByRole('button', { name: 'Филтер' }).click();
    await screen.getByRole('menuitem', { name: 'Вредност' }).click();
    await expect.element(screen.getByLabelText('Од')).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(screen.getByRole('button', { name: 'Примени' })).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(screen.getByLabelText('Од')).toHaveFocus();
    await userEvent.click(document.body, { position: { x: 5, y: 600 } });
    await expect.element(screen.getByLabelText('Од')).not.toBeInTheDocument();
  });
});

describe('a dialog', () => {
  test('holds the page behind it without styling it anew', async () => {
    const screen = await draw(<Asking />);
    await screen.getByRole('button', { name: 'Отвори' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Одлука' });
    await expect.element(dialog).toBeVisible();
    const { documentElement: html, body, head } = document;
    expect(getComputedStyle(html).overflowY).toBe('hidden');
    // Neither a style sheet nor an inherited property changes, since each restyles every element of the page.
    expect(body.getAttribute('style')).toBeNull();
    expect(body.hasAttribute('data-scroll-locked')).toBe(false);
    const sheets = head.querySelectorAll('style').length;
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(getComputedStyle(html).overflowY).toBe('visible');
    expect(head.querySelectorAll('style')).toHaveLength(sheets);
  });

  test('stays open after a double press of what opens it, and closes with a press beside it', async () => {
    const screen = await draw(<Asking />);
    await screen.getByRole('button', { name: 'Отвори' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Одлука' });
    await expect.element(dialog).toBeVisible();
    const beside = document.querySelector('.mantine-Modal-overlay');
    beside?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }));
    await expect.element(dialog).toBeVisible();
    beside?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('gives the focus to the answer that loses nothing, however many buttons its foot has', async () => {
    const screen = await draw(
      <Dialog
        opened
        unsaved
        onClose={() => {}}
        title="Саопштење"
        footer={
          <>
            <Button>Уклони</Button>
            <Button>Одустани</Button>
            <Button>Сачувај</Button>
          </>
        }
      >
        <input aria-label="Наслов" />
      </Dialog>,
    );
    await screen.getByLabelText('Наслов').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('button', { name: 'Настави унос' })).toHaveFocus();
  });

  test('breaks long words of its title and its text', async () => {
    await page.viewport(360, 640);
    const word = 'Ш'.repeat(250);
    const screen = await draw(
      <Dialog opened onClose={() => {}} title={word}>
        {`Брише се „${word}“.`}
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    const { scrollWidth, clientWidth } = dialog.element();
    await page.viewport(1280, 800);
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });
});

test('a panel of the header begins at its heading, and is closed from its foot', async () => {
  const screen = await draw(
    <HeaderPanel
      label="Послови, 1 у току"
      icon={<IconBell />}
      title="Послови"
      foot={(close) => <Button onClick={close}>Затвори</Button>}
    >
      {() => <p>Архива пројекта</p>}
    </HeaderPanel>,
  );
  const button = screen.getByRole('button', { name: 'Послови, 1 у току' });
  await button.click();
  const panel = screen.getByRole('dialog', { name: 'Послови' });
  await expect.element(panel.getByRole('heading', { name: 'Послови' })).toHaveFocus();
  await expect.element(panel.getByText('Архива пројекта')).toBeVisible();
  await expectAccessible();
  await panel.getByRole('button', { name: 'Затвори' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await expect.element(button).toHaveFocus();
});

function Account({ style, onLeave = () => {} }: { style?: CSSProperties; onLeave?: () => void }) {
  return (
    <div style={style}>
      <Menu width={240} opener={<Button>Налог</Button>}>
        <MenuLabel>@admin</MenuLabel>
        <MenuItem>Мој налог</MenuItem>
        <MenuItem disabled onClick={onLeave}>
          Још не може
        </MenuItem>
        <MenuItem onClick={onLeave}>Одјави се</MenuItem>
      </Menu>
      <a href="#next">Даље</a>
    </div>
  );
}

describe('a menu', () => {
  test('is accessible, with one choice of several too', async () => {
    const screen = await draw(
      <>
        <ThemeMenu />
        <Account />
      </>,
    );
    await screen.getByRole('button', { name: 'Изглед' }).click();
    await expectAccessible();
    await expect.element(screen.getByRole('menuitemradio', { checked: true })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await screen.getByRole('button', { name: 'Налог' }).click();
    await expect.element(screen.getByRole('menu', { name: 'Налог' })).toBeVisible();
    await expectAccessible();
  });

  test('is led through by keys, round in a circle, and gives the cursor back', async () => {
    const left = vi.fn();
    const screen = await draw(<Account onLeave={left} />);
    const button = screen.getByRole('button', { name: 'Налог' });
    const item = (name: string) => screen.getByRole('menuitem', { name });
    button.element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(button).toHaveAttribute('aria-expanded', 'true');
    await expect.element(item('Мој налог')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(item('Одјави се')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(item('Мој налог')).toHaveFocus();
    // An unavailable item can be focused and read, and does nothing.
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(item('Још не може')).toHaveFocus();
    expect(left).not.toHaveBeenCalled();
    await userEvent.keyboard('{Home}{End}');
    await expect.element(item('Одјави се')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{Enter}{End}{Enter}');
    expect(left).toHaveBeenCalledTimes(1);
    await expect.element(button).toHaveFocus();
    await userEvent.keyboard('{Enter}{Tab}');
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('link', { name: 'Даље' })).toHaveFocus();
  });

  test('closes when its button is pressed again, or anything beside it', async () => {
    const screen = await draw(<Account />);
    const button = screen.getByRole('button', { name: 'Налог' });
    await button.click();
    await button.click();
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
    await button.click();
    await userEvent.click(document.body, { position: { x: 5, y: 600 } });
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
  });

  test('stays open after a double press', async () => {
    const screen = await draw(<Account />);
    await userEvent.dblClick(screen.getByRole('button', { name: 'Налог' }));
    await expect.element(screen.getByRole('menu')).toBeVisible();
  });

  test('lies wholly on the screen, above its button where there is no room below', async () => {
    await page.viewport(360, 640);
    const corners: CSSProperties[] = [
      { position: 'fixed', top: 0, left: 0 },
      { position: 'fixed', bottom: 0, right: 0 },
      // Nothing around it clips or covers it.
      { position: 'fixed', bottom: 0, left: 0, width: 120, height: 40, overflow: 'hidden', transform: 'translateX(0)' },
    ];
    for (const style of corners) {
      const screen = await draw(<Account style={style} />);
      await screen.getByRole('button', { name: 'Налог' }).click();
      const menu = screen.getByRole('menu').element();
      const { left, right, top, bottom } = menu.getBoundingClientRect();
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(360);
      expect(bottom).toBeLessThanOrEqual(640);
      expect(menu.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))).toBe(true);
      await screen.unmount();
    }
    await page.viewport(1280, 800);
  });
});

test('the question before leaving begins at the answer that loses nothing', async () => {
  const [stay, go] = [vi.fn(), vi.fn()];
  const screen = await draw(
    <LeaveDialog title="Несачуване измене" stay="Остани" go="Напусти" onStay={stay} onGo={go}>
      Биће изгубљене.
    </LeaveDialog>,
  );
  await expect.element(screen.getByRole('button', { name: 'Остани' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(stay).toHaveBeenCalledOnce();
  expect(go).not.toHaveBeenCalled();
});
