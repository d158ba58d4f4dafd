import '@mantine/dates/styles.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../testing/accessible.ts';
import { draw } from '../testing/form.tsx';
import { DateField } from './DateField.tsx';
import { Dialog } from './Dialog.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';

const expectAccessible = () => expectAccessibleInBothThemes(document.body);

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

describe('a dialog', () => {
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

describe('a calendar in a dialog', () => {
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
