import { Button } from '@mantine/core';
import type { CSSProperties } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../testing/accessible.ts';
import { draw } from '../testing/form.tsx';
import { HeaderPanel } from './HeaderPanel.tsx';
import { IconBell } from './icons.ts';
import { Menu, MenuItem, MenuLabel } from './Menu.tsx';
import { ThemeMenu } from './Preferences.tsx';

const expectAccessible = () => expectAccessibleInBothThemes(document.body);

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
