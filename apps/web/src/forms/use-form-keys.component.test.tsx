import { expect, test, vi } from 'vitest';
import { draw, formOf } from '../testing/form.tsx';
import { fieldId } from './field-place.ts';
import { FormStore } from './store.ts';
import { useFormKeys } from './use-form-keys.ts';

const FIELDS = ['назив', 'сврха', 'опис'];

interface Offered {
  store: FormStore;
  save: (() => void) | null;
  lock: (() => void) | null;
  onValidation: () => void;
}

/** A form of two sections. */
function Form(offered: Offered) {
  useFormKeys(offered);
  return (
    <>
      {['section-a', 'section-b'].map((id) => (
        <section key={id} id={id} className="form-section">
          <h2 tabIndex={-1}>{id}</h2>
        </section>
      ))}
      {FIELDS.map((name) => (
        <input key={name} id={fieldId(name)} />
      ))}
    </>
  );
}

/** A form without its required fields, and what the keys do in it. */
async function drawn(more: Partial<Offered> = {}) {
  const required = FIELDS.map(
    (path) => ({ path, kind: 'text', required: true, label: { sr: path, en: path } }) as const,
  );
  const store = new FormStore({
    definition: formOf([...required]),
    values: {},
    data: {},
    context: { today: '2026-11-20', foreignFunds: false },
  });
  const done = { save: vi.fn(), lock: vi.fn(), onValidation: vi.fn() };
  const screen = await draw(<Form store={store} {...done} {...more} />);
  return { ...done, store, screen };
}

/** Presses keys; true if the browser does not act on them too. */
const press = (keys: KeyboardEventInit) =>
  !window.dispatchEvent(new KeyboardEvent('keydown', { ...keys, cancelable: true }));

test.each(['ctrlKey', 'metaKey'])(
  'saves, locks and checks by keys with %s, in any keyboard layout',
  async (control) => {
    const { save, lock, onValidation } = await drawn();
    const calls = () => [save, lock, onValidation].map((action) => action.mock.calls.length);
    expect(press({ [control]: true, code: 'KeyS', key: 'с' })).toBe(true);
    expect(calls()).toEqual([1, 0, 0]);
    expect(press({ [control]: true, shiftKey: true, code: 'KeyL', key: 'Л' })).toBe(true);
    expect(calls()).toEqual([1, 1, 0]);
    expect(press({ [control]: true, code: 'KeyM', key: 'м' })).toBe(true);
    expect(calls()).toEqual([1, 1, 1]);
  },
);

test('leaves other keys to the browser', async () => {
  const { save, lock, onValidation } = await drawn();
  const others = [
    { code: 'KeyS', key: 's' },
    { code: 'KeyM', key: 'm' },
    { shiftKey: true, code: 'KeyL', key: 'L' },
    { ctrlKey: true, code: 'KeyL', key: 'l' },
    { ctrlKey: true, shiftKey: true, code: 'KeyK', key: 'K' },
    { key: 'PageDown' },
    { altKey: true, key: 'ArrowDown' },
    { key: 'F7' },
  ];
  expect(others.map(press)).toEqual(others.map(() => false));
  for (const action of [save, lock, onValidation]) expect(action).not.toHaveBeenCalled();
});

test('an action that is not offered does nothing, and the browser does not save or lock instead', async () => {
  const { onValidation } = await drawn({ save: null, lock: null });
  expect(press({ ctrlKey: true, code: 'KeyS' })).toBe(true);
  expect(press({ ctrlKey: true, shiftKey: true, code: 'KeyL' })).toBe(true);
  expect(onValidation).not.toHaveBeenCalled();
});

test('Alt with a page key goes to the next section and back', async () => {
  const { screen } = await drawn();
  expect(press({ altKey: true, key: 'PageDown' })).toBe(true);
  await expect.element(screen.getByRole('heading', { name: 'section-b' })).toHaveFocus();
  expect(press({ altKey: true, key: 'PageUp' })).toBe(true);
  await expect.element(screen.getByRole('heading', { name: 'section-a' })).toHaveFocus();
  // There is none before it.
  press({ altKey: true, key: 'PageUp' });
  await expect.element(screen.getByRole('heading', { name: 'section-a' })).toHaveFocus();
});

test('F8 goes from error to error, with Shift backwards, and begins again at the end', async () => {
  await drawn();
  const at = () => document.activeElement?.id;
  for (const [shiftKey, field] of [
    [false, 'назив'],
    [false, 'сврха'],
    [false, 'опис'],
    [false, 'назив'],
    [true, 'опис'],
    [true, 'сврха'],
  ] as const) {
    expect(press({ key: 'F8', shiftKey })).toBe(true);
    await expect.poll(at).toBe(fieldId(field));
  }
});

test('F8 with Shift begins at the last error, and shows errors of the fields it goes to', async () => {
  const { store } = await drawn();
  expect(store.shownErrorsAt('опис') ?? []).toEqual([]);
  press({ key: 'F8', shiftKey: true });
  await expect.poll(() => document.activeElement?.id).toBe(fieldId('опис'));
  expect(store.shownErrorsAt('опис')).toHaveLength(1);
});

test('a form that was left hears no keys', async () => {
  const { save, screen } = await drawn();
  await screen.unmount();
  expect(press({ ctrlKey: true, code: 'KeyS' })).toBe(false);
  expect(save).not.toHaveBeenCalled();
});
