import { Notifications, notifications } from '@mantine/notifications';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useText } from '../i18n/use-text.ts';
import { draw, formOf } from '../testing/form.tsx';
import { fieldId } from './field-place.ts';
import { FormStore } from './store.ts';
import { notifyStep, useUndo } from './undo.ts';

const REMOVED = /ред 1 је уклоњен/;
/** The message disappears by itself only after 15 seconds. */
const SOON = { timeout: 5_000 };

afterEach(() => notifications.clean());

/** A form of two rows, of which a press removes the first. */
function Removing({ store, left }: { store: FormStore; left: boolean }) {
  const text = useText();
  return (
    <>
      <Notifications transitionDuration={0} />
      <button
        type="button"
        onClick={() =>
          notifyStep(
            { store, step: store.removeRow(['редови'], 0), message: 'Редови: ред 1 је уклоњен.', name: 'редови' },
            text,
          )
        }
      >
        Уклони
      </button>
      {!left && <Undo store={store} />}
      <input aria-label="Ред" id={fieldId('редови')} />
      <input aria-label="Важи" type="checkbox" />
      <div role="dialog">
        <button type="button">У прозору</button>
      </div>
    </>
  );
}

function Undo({ store }: { store: FormStore }) {
  useUndo(store, true);
  return null;
}

async function removed() {
  const list = { path: 'редови', kind: 'textList', label: { sr: 'Редови', en: 'Rows' } } as const;
  const store = new FormStore({
    definition: formOf([list]),
    values: { редови: ['први', 'други'] },
    data: {},
    context: { today: '2026-11-20', foreignFunds: false },
  });
  const screen = await draw(<Removing store={store} left={false} />);
  await screen.getByRole('button', { name: 'Уклони' }).click();
  await expect.element(screen.getByText(REMOVED)).toBeVisible();
  expect(store.values).toEqual({ редови: ['други'] });
  return { store, screen };
}

test('the message of a removed row goes when Ctrl+Z brings the row back', async () => {
  const { store, screen } = await removed();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(store.values).toEqual({ редови: ['први', 'други'] });
  await expect.element(screen.getByText(REMOVED), SOON).not.toBeInTheDocument();
});

test.each(['{Control>}y{/Control}', '{Control>}{Shift>}z{/Shift}{/Control}'])(
  'a row that was brought back is removed again by %s, with the message that brings it back',
  async (keys) => {
    const { store, screen } = await removed();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(screen.getByText(REMOVED), SOON).not.toBeInTheDocument();
    await userEvent.keyboard(keys);
    expect(store.values).toEqual({ редови: ['други'] });
    await screen.getByRole('button', { name: 'Врати' }).click();
    expect(store.values).toEqual({ редови: ['први', 'други'] });
    await expect.element(screen.getByText(REMOVED), SOON).not.toBeInTheDocument();
  },
);

test('it goes when its button brings the row back', async () => {
  const { store, screen } = await removed();
  await screen.getByRole('button', { name: 'Врати' }).click();
  expect(store.values).toEqual({ редови: ['први', 'други'] });
  await expect.element(screen.getByText(REMOVED), SOON).not.toBeInTheDocument();
});

test('it goes with the form, which an undo does not change any more', async () => {
  const { store, screen } = await removed();
  await screen.unmount();
  const elsewhere = await draw(<Removing store={store} left />);
  await expect.element(elsewhere.getByText(REMOVED), SOON).not.toBeInTheDocument();
  expect(store.lastStep).toBeUndefined();
});

test('its button leads to the place of the row', async () => {
  const { screen } = await removed();
  await screen.getByRole('button', { name: 'Врати' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Ред' })).toHaveFocus();
});

test('without further input Ctrl+Z brings the row back, also from a text field', async () => {
  const { store, screen } = await removed();
  await screen.getByRole('textbox', { name: 'Ред' }).click();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(store.values).toEqual({ редови: ['први', 'други'] });
});

test('after further input Ctrl+Z belongs to the text field with the focus, elsewhere it brings the row back', async () => {
  const { store, screen } = await removed();
  store.set(['редови', 0], 'други, допуњен');
  await screen.getByRole('textbox', { name: 'Ред' }).click();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(store.values).toEqual({ редови: ['други, допуњен'] });
  await screen.getByRole('checkbox', { name: 'Важи' }).click();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(store.values).toEqual({ редови: ['први', 'други, допуњен'] });
});

test('keys of a dialog and other keys change nothing behind it', async () => {
  const { store, screen } = await removed();
  await screen.getByRole('button', { name: 'У прозору' }).click();
  await userEvent.keyboard('{Control>}z{/Control}');
  await screen.getByRole('checkbox', { name: 'Важи' }).click();
  await userEvent.keyboard('z');
  expect(store.values).toEqual({ редови: ['други'] });
});
