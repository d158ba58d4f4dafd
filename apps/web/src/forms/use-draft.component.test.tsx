import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProjectForm } from '@pimis/contract/forms';
import { draw, formOf } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { FormStore } from './store.ts';
import { useDraft } from './use-draft.ts';
import { useMarks } from './use-marks.ts';

const DEFINITION = formOf([{ path: 'назив', kind: 'text', label: { sr: 'Назив', en: 'Name' } }]);
const LOCKED = 2;
const FORM = {
  id: 7,
  inputJson: JSON.stringify({ назив: 'Сачувано' }),
  inputJsonRevisions: [],
  revision: 0,
  status: LOCKED,
  rights: { mark: true },
  markJson: null,
};

beforeEach(() => signIn());

/** One visit of a form, in a tab of its own. */
async function visit(changes: object = {}) {
  const store = new FormStore({
    definition: DEFINITION,
    values: { назив: 'Сачувано' },
    data: {},
    context: { today: '2026-11-20', foreignFunds: false },
  });
  const hooks: { draft?: ReturnType<typeof useDraft>; marks?: ReturnType<typeof useMarks> } = {};
  const Screen = () => {
    const [form] = useState({ ...FORM, ...changes } as unknown as ProjectForm);
    hooks.draft = useDraft(store, form, true);
    hooks.marks = useMarks(form);
    return null;
  };
  const screen = await draw(<Screen />);
  return {
    draft: () => hooks.draft as ReturnType<typeof useDraft>,
    marks: () => hooks.marks as ReturnType<typeof useMarks>,
    offered: () => hooks.draft?.found?.values.назив,
    offeredMark: () => hooks.marks?.found?.values['1.comment'],
    type: (text: string) => {
      store.set(['назив'], text);
      store.evaluate();
    },
    shown: () => store.values.назив,
    /** The page is left as a closed tab leaves it. */
    leave: async () => {
      window.dispatchEvent(new Event('pagehide'));
      await screen.unmount();
    },
  };
}

describe('a draft', () => {
  test('is based on its former revision once it is restored, and on the newest when that is taken over', async () => {
    const first = await visit();
    first.type('Прво');
    await first.leave();
    const second = await visit({ revision: 1, inputJsonRevisions: [{ revision: 1 }] });
    expect(second.draft().base).toBe(1);
    second.draft().restore();
    await expect.poll(() => second.draft().base).toBe(0);
    second.draft().rebase();
    await expect.poll(() => second.draft().base).toBe(1);
    expect(second.draft().storedAt).toBeNull();
    await second.leave();
  });

  test('that is restored where there is no room stays where the earlier visit has stored it', async () => {
    const first = await visit();
    first.type('Прво');
    await first.leave();
    const kept = { ...localStorage };
    const second = await visit();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    second.draft().restore();
    expect(second.shown()).toBe('Прво');
    expect({ ...localStorage }).toEqual(kept);
    full.mockRestore();
    await second.leave();
  });

  test('for which this computer has no room is said to be on the screen alone, until there is room again', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { draft, type } = await visit();
    type('Прво');
    await expect.poll(() => draft().isUnkept).toBe(true);
    expect(draft().storedAt).toBeNull();
    full.mockRestore();
    type('Друго');
    await expect.poll(() => draft().isUnkept).toBe(false);
    expect(draft().storedAt).not.toBeNull();
  });

  test('that is offered stays until it is restored or dropped, whatever is typed or saved meanwhile', async () => {
    const first = await visit();
    first.type('Прво');
    await first.leave();
    const second = await visit();
    second.type('Друго');
    await second.leave();
    const third = await visit();
    expect(third.offered()).toBe('Друго');
    third.draft().dropFound();
    await expect.poll(third.offered).toBe('Прво');
    third.type('Сачувано сада');
    third.draft().drop();
    await third.leave();
    expect((await visit()).offered()).toBe('Прво');
  });

  test('that was saved without an answer, as by a reload, is not offered beside the same values', async () => {
    const first = await visit();
    first.type('Прво');
    await first.leave();
    const saved = { inputJson: JSON.stringify({ назив: 'Прво' }), inputJsonRevisions: [{ revision: 1 }] };
    const earlier = await visit({ ...saved, inputJsonRevisions: [{ revision: 2 }], revision: 1 });
    expect(earlier.offered()).toBe('Прво');
    await earlier.leave();
    const second = await visit({ ...saved, revision: 1 });
    expect(second.offered()).toBeUndefined();
    await second.leave();
    expect((await visit()).offered()).toBeUndefined();
  });

  test('that is restored over new input leaves that input as a draft', async () => {
    const first = await visit();
    first.type('Прво');
    await first.leave();
    const second = await visit();
    second.type('Друго');
    second.draft().restore();
    await expect.poll(second.offered).toBe('Друго');
    expect(second.shown()).toBe('Прво');
    await second.leave();
    const third = await visit();
    expect(third.offered()).toBe('Прво');
    third.draft().dropFound();
    await expect.poll(third.offered).toBe('Друго');
  });

  test('of one tab is not overwritten by another tab', async () => {
    const [one, other] = [await visit(), await visit()];
    one.type('Први језичак');
    other.type('Други језичак');
    await one.leave();
    await other.leave();
    const later = await visit();
    const offered = [later.offered()];
    later.draft().dropFound();
    await expect.poll(later.offered).not.toBe(offered[0]);
    expect(new Set([...offered, later.offered()])).toEqual(new Set(['Први језичак', 'Други језичак']));
  });

  test('whose input was taken back is not offered', async () => {
    const first = await visit();
    first.type('Прво');
    window.dispatchEvent(new Event('pagehide'));
    first.type('Сачувано');
    await first.leave();
    expect((await visit()).offered()).toBeUndefined();
  });

  test('of an earlier version, without a visit, is offered', async () => {
    const draft = { values: { назив: 'Раније' }, revision: 0, at: '2026-11-20T09:00:00Z' };
    localStorage.setItem('pimis.draft.1.7', JSON.stringify(draft));
    expect((await visit()).offered()).toBe('Раније');
  });

  test('of marks is stored when the page is left, and stays until it is restored or dropped', async () => {
    const first = await visit();
    first.marks().set('1.comment', 'Прво');
    await expect.poll(() => first.marks().changed).toBe(true);
    await first.leave();
    const second = await visit();
    expect(second.offeredMark()).toBe('Прво');
    second.marks().set('1.comment', 'Друго');
    await expect.poll(() => second.marks().changed).toBe(true);
    second.marks().restore();
    await expect.poll(second.offeredMark).toBe('Друго');
    expect(second.marks().marks['1.comment']).toBe('Прво');
  });
});
