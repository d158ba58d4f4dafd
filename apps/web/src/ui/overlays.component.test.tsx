import { Button, Menu } from '@mantine/core';
import axe from 'axe-core';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { DateField } from './DateField.tsx';
import { Dialog } from './Dialog.tsx';
import { FilterBar } from './DataTable/FilterBar.tsx';
import { FIRST_PAGE, type TableState } from './DataTable/state.ts';
import { ThemeMenu } from './Preferences.tsx';

/** What stands around an overlay on a screen is not drawn here: heads and landmarks are asked of whole screens. */
const OF_WHOLE_SCREENS = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } };

async function expectAccessible(): Promise<void> {
  for (const scheme of ['light', 'dark']) {
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    // What fades in is half-transparent until it has come.
    for (const animation of document.getAnimations()) animation.finish();
    const { violations } = await axe.run(document.body, { resultTypes: ['violations'], rules: OF_WHOLE_SCREENS });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
}

function Filters() {
  const [state, setState] = useState<TableState>(FIRST_PAGE);
  return (
    <FilterBar
      filters={[
        { id: 'opened', label: 'Отворен', kind: 'dateRange' },
        { id: 'value', label: 'Вредност', kind: 'moneyRange' },
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

describe('what opens above a screen', () => {
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

  test('menus are accessible, with one choice of several too', async () => {
    const screen = await draw(
      <>
        <ThemeMenu />
        <Menu>
          <Menu.Target>
            <Button>Налог</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>@admin</Menu.Label>
            <Menu.Item>Одјави се</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </>,
    );
    await screen.getByRole('button', { name: 'Изглед' }).click();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await screen.getByRole('button', { name: 'Налог' }).click();
    await expectAccessible();
  });
});
