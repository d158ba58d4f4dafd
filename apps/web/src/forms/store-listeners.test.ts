import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { text } from '@pimis/domain/forms/definitions/fields';
import type { Field, FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { PHASE } from '@pimis/domain/workflow/phases';
import { FormStore } from './store.ts';

const label = { sr: 'Поље', en: 'Field' };
const field = (path: string, more: Partial<Field> = {}): Field => ({ ...text(path, path, path, 100), ...more });
const section = (key: string, ...fields: Field[]) => ({ key, title: label, fields });
const ROWS: Field = { path: 'b.rows', kind: 'table', label, columns: [field('name'), field('kind')] };
const FORM: FormDefinition = {
  code: 'proba',
  aliases: [],
  version: 1,
  phase: PHASE.idea,
  family: 'generic',
  title: label,
  titleStage: 0,
  help: 0,
  revisionRoute: false,
  sections: [section('a', field('a.one', { required: true }), field('a.two')), section('b', field('b.one'), ROWS)],
  defaults: () => ({}),
  compute: () => undefined,
  rules: [
    {
      code: 'FluentHighRisk',
      severity: 'warning',
      check: ({ values }) => ((values.a as { two?: string } | undefined)?.two === 'ризик' ? [{ path: 'a.two' }] : []),
    },
  ],
};
const CONTEXT = { today: '2026-05-04', foreignFunds: false };
const storeOf = (values: FormValues, more: object = {}, form = FORM) =>
  new FormStore({ definition: form, data: {}, context: CONTEXT, values, ...more });

/** Listens to the store; `told` returns the calls since it was last asked: how many, and at which places. */
function listening(store: FormStore, ...places: string[]) {
  let [all, heard]: [number, string[]] = [0, []];
  const stop = store.subscribe(() => {
    all += 1;
  });
  for (const place of places) store.subscribeAt(place, () => heard.push(place));
  return {
    stop,
    told: () => {
      const told = { all, heard };
      [all, heard] = [0, []];
      return told;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('whoever listens to the whole form', () => {
  it('is told of the first change at once, of further ones when they are evaluated, and of nothing afterwards', () => {
    const store = storeOf({ a: { one: '1' } });
    const { told, stop } = listening(store);
    const before = store.version;
    store.set(['a', 'one'], '2');
    expect(told().all).toBe(1);
    store.set(['a', 'one'], '3');
    expect(told().all).toBe(0);
    vi.runAllTimers();
    expect(told().all).toBe(1);
    expect(store.version).toBe(before + 2);
    stop();
    store.evaluate();
    expect(told().all).toBe(0);
  });

  it('is told of a burst once, from its last key on', () => {
    const store = storeOf({});
    const { told } = listening(store);
    store.set(['a', 'one'], '1');
    vi.advanceTimersByTime(100);
    store.set(['a', 'one'], '12');
    told();
    vi.advanceTimersByTime(100);
    expect(told().all).toBe(0);
    vi.advanceTimersByTime(100);
    expect(told().all).toBe(1);
    store.set(['a', 'one'], '123');
    store.evaluate();
    told();
    vi.runAllTimers();
    expect(told().all).toBe(0);
  });

  it('is told of a section that is opened, once', () => {
    const store = storeOf({});
    const isOpened = () => FORM.sections.slice(0, 1).map((one) => store.isOpened(one));
    expect(isOpened()).toEqual([false]);
    const { told } = listening(store);
    store.open('a');
    store.open('a');
    expect(told().all).toBe(1);
    expect(isOpened()).toEqual([true]);
  });
});

describe('a field', () => {
  it('is told of a keystroke in itself, not of one in the row beside it', () => {
    const store = storeOf({ b: { rows: [{ name: 'а' }, { name: 'б' }] } });
    const { told } = listening(store, 'b.rows[1].name', 'b.rows[2].name', 'b.rows');
    store.set(['b', 'rows', 0, 'name'], 'в');
    expect(told().heard).toEqual(['b.rows', 'b.rows[1].name']);
    vi.runAllTimers();
    expect(told().heard).not.toContain('b.rows[2].name');
  });

  it.each([
    ['a text', ['b', 'one'], 'нови', []],
    ['rows that are set', ['b', 'rows'], [{ name: 'в' }], ['b.rows[1].name']],
    ['rows that are taken away', ['b', 'rows'], undefined, ['b.rows[1].name']],
  ])(
    'below a changed place is told with it only if the place is a list or a group: %s',
    (_name, path, value, expected) => {
      const store = storeOf({ b: { one: 'б', rows: [{ name: 'а' }] } });
      const { told } = listening(store, 'b.rows[1].name', 'b.one.part');
      store.set(path, value);
      expect(told().heard).toEqual(expected);
    },
  );

  it('is told of messages that come and go', () => {
    const store = storeOf({ a: { one: '1', two: 'без' } });
    const { told } = listening(store, 'a.two', 'a.one', 'b.one');
    store.set(['a', 'two'], 'ризик');
    told();
    vi.runAllTimers();
    expect(told().heard).toEqual(['a.two']);
    expect(store.warningsAt('a.two')).toMatchObject([{ code: 'FluentHighRisk' }]);
    store.set(['a', 'one'], '');
    told();
    vi.runAllTimers();
    expect(told().heard).toEqual(['a.one']);
    expect(store.errorsAt('a.one')).toMatchObject([{ code: 'FluentEmptyField' }]);
    store.set(['a', 'two'], 'без');
    vi.runAllTimers();
    expect(store.warningsAt('a.two')).toBeUndefined();
  });

  it('in a form whose rules lock places is told of every evaluated change, because a lock may depend on any value', () => {
    const locking = { ...FORM, lockedAt: (place: string, values: FormValues) => place === 'b.one' && !values.a };
    const store = storeOf({}, {}, locking);
    const { told } = listening(store, 'b.one');
    expect([store.lockedAt('b.one'), store.lockedAt('a.one')]).toEqual([true, false]);
    store.set(['a', 'one'], '1');
    expect(told().heard).toEqual([]);
    vi.runAllTimers();
    expect(told().heard).toEqual(['b.one']);
    expect(store.lockedAt('b.one')).toBe(false);
    store.evaluate();
    expect(told().heard).toEqual([]);
    expect(storeOf({}).lockedAt('b.one')).toBe(false);
  });
});

describe('messages', () => {
  it('are shown once their place, or one around it, lost the focus', () => {
    const store = storeOf({ a: { two: 'ризик' } });
    const { told } = listening(store, 'a', 'a.one', 'a.two', 'b.one');
    expect([store.shownErrorsAt('a.one'), store.shownWarningsAt('a.two')]).toEqual([undefined, undefined]);
    store.leave('a.one');
    expect(told()).toEqual({ all: 1, heard: ['a', 'a.one'] });
    expect(store.shownErrorsAt('a.one')).toMatchObject([{ code: 'FluentEmptyField' }]);
    expect(store.shownWarningsAt('a.two')).toBeUndefined();
    store.leave('a.one');
    expect(told()).toEqual({ all: 0, heard: [] });
    store.leave('a');
    expect(told().heard).toEqual(['a', 'a.one', 'a.two']);
    expect(store.shownWarningsAt('a.two')).toMatchObject([{ code: 'FluentHighRisk' }]);
  });

  it('are all shown after a save, and everybody is told', () => {
    const store = storeOf({}, { neverSaved: true });
    const { told } = listening(store, 'a.one', 'b.one');
    expect(store.isNew).toBe(true);
    store.leaveAll();
    expect(told()).toEqual({ all: 1, heard: ['a.one', 'b.one'] });
    expect(store.shownErrorsAt('a.one')).toHaveLength(1);
    expect(store.isNew).toBe(false);
  });
});

describe('copied fields', () => {
  it('are marked until their section was looked through, of which everybody is told', () => {
    const store = storeOf({ a: { one: '1', two: '2' }, b: { one: '3' } }, { copied: ['a.one', 'b.one'] });
    const { told } = listening(store, 'b.one');
    expect([store.isCopied('a.one'), store.isCopied('a.two'), store.unseen]).toEqual([true, false, ['a.one', 'b.one']]);
    store.markCopied(['a.two']);
    expect(told()).toEqual({ all: 1, heard: ['b.one'] });
    expect(store.unseen).toEqual(['a.one', 'b.one', 'a.two']);
    store.open('a');
    expect(store.unseen).toEqual(['b.one']);
    told();
    store.lookThrough('a');
    expect(told()).toEqual({ all: 1, heard: ['b.one'] });
    store.lookThrough('a');
    expect(told()).toEqual({ all: 0, heard: [] });
    expect([store.isCopied('a.one'), store.unseen]).toEqual([false, ['b.one']]);
  });

  it('come from an earlier form in one step, marked', () => {
    const store = storeOf({ a: { one: '1' }, b: { one: '3' } });
    const fields = FORM.sections.flatMap(({ fields: own }) => own);
    const step = store.copyFields(fields.slice(0, 2), { a: { one: 'раније', two: 'и ово' }, b: { one: 'не ово' } });
    expect(store.values).toMatchObject({ a: { one: 'раније', two: 'и ово' }, b: { one: '3' } });
    expect(store.unseen).toEqual(['a.one', 'a.two']);
    expect(store.lastStep).toBe(step);
    store.undo(step);
    expect(store.values).toMatchObject({ a: { one: '1' }, b: { one: '3' } });
  });

  it('of a saved revision are those that it names', () => {
    const store = storeOf({ a: { one: '1', two: '2' } }, { copied: ['a.one'], neverSaved: true });
    const values = store.values;
    expect(store.isNew).toBe(true);
    store.load({ data: { projectName: 'Пут' }, context: CONTEXT, values, copied: ['a.two'] });
    expect([store.unseen, store.isNew, store.formData]).toEqual([['a.two'], false, { projectName: 'Пут' }]);
    store.load({ data: {}, context: CONTEXT, values });
    expect(store.unseen).toEqual([]);
    expect(storeOf({ a: { one: '1' } }).unseen).toEqual([]);
    expect(storeOf({}).isNew).toBe(false);
  });
});

it('forgets its steps, and hands what a step does when it is made again to the step that takes it back', () => {
  const store = storeOf({ a: { one: '1' } });
  const step = store.setMany([{ path: ['a', 'one'], value: '2' }]);
  const onRedo = () => undefined;
  step.onRedo = onRedo;
  store.undo(step);
  expect(store.lastUndone?.onRedo).toBe(onRedo);
  store.redo();
  expect(store.lastStep).toBeDefined();
  store.forgetSteps();
  expect([store.lastStep, store.lastUndone]).toEqual([undefined, undefined]);
});

it('completed values have what is computed', () => {
  const store = storeOf(
    { a: { one: '1' } },
    {},
    {
      ...FORM,
      compute: (values) => {
        (values.a as Record<string, unknown>).two = 'израчунато';
      },
    },
  );
  expect(store.completed).toMatchObject({ a: { one: '1', two: 'израчунато' } });
});
