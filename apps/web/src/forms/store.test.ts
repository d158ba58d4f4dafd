import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { QUARTERLY_DATA } from '@pimis/examples/realization';
import type { FormData, FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { FormStore } from './store.ts';

function formOf(code: string): FormDefinition {
  const found = findFormDefinition(code);
  if (!found) throw new Error(`No form ${code}`);
  return found;
}

function storeOf(code: string, values: FormValues, data: FormData = {}): FormStore {
  return new FormStore({
    definition: formOf(code),
    data,
    context: { today: '2026-05-04', foreignFunds: false },
    values,
  });
}

const ACTIVITY = ['financialInfo', 'activityList', 0];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the store of a form', () => {
  const plan = () =>
    storeOf('plan', {
      implementationDates: { start: '2026-01-01', end: '2026-12-31' },
      financialInfo: { activityList: [{ name: 'Радови', estimate: '1000.00' }] },
    });

  it('tells a keystroke to the fields at its place and around it, and to no other', () => {
    const store = plan();
    const heard: string[] = [];
    for (const place of [
      'financialInfo.activityList[1].name',
      'financialInfo.activityList',
      'financialInfo.activityList[1].estimate',
      'basic.phone',
    ])
      store.subscribeAt(place, () => heard.push(place));
    store.set([...ACTIVITY, 'name'], 'Радови 1');
    expect(heard).toEqual(['financialInfo.activityList', 'financialInfo.activityList[1].name']);
  });

  it('tells a field of what is set from outside, also in the moment after a key', () => {
    const store = plan();
    const before = store.values;
    let heard = 0;
    store.set([...ACTIVITY, 'name'], 'Радовиx');
    store.subscribeAt('financialInfo.activityList[1].name', () => {
      heard += 1;
    });
    store.replace(before);
    expect(heard).toBeGreaterThan(0);
  });

  it('follows, proposes and judges a moment later, once per burst', () => {
    const store = plan();
    const evaluate = vi.spyOn(store, 'evaluate');
    store.set([...ACTIVITY, 'name'], 'Грађевински радови');
    store.set(['implementation', 0, 'plan', 0, 'q1', 'percent'], '25.00');
    expect(evaluate).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(evaluate).toHaveBeenCalledTimes(1);
    expect(store.values).toMatchObject({
      implementation: [
        {
          activity: { name: 'Грађевински радови' },
          plan: [{ year: 2026, q1: { percent: '25.00', amount: '250.00' } }],
        },
      ],
    });
  });

  it('does not propose over what was typed', () => {
    const store = plan();
    const cell = ['implementation', 0, 'plan', 0, 'q1'];
    store.set([...cell, 'percent'], '25.00');
    vi.runAllTimers();
    store.set([...cell, 'amount'], '240.00');
    vi.runAllTimers();
    store.set([...cell, 'percent'], '30.00');
    vi.runAllTimers();
    expect(store.values).toMatchObject({
      implementation: [{ plan: [{ q1: { percent: '30.00', amount: '240.00' } }] }],
    });
  });

  it('knows what changed, also when it is put back', () => {
    const store = plan();
    expect(store.changed).toBe(false);
    store.set([...ACTIVITY, 'name'], 'Друго');
    expect(store.changed).toBe(true);
    store.set([...ACTIVITY, 'name'], 'Радови');
    vi.runAllTimers();
    expect(store.changed).toBe(false);
  });

  it('keeps the messages of a place as one list while they are the same', () => {
    const store = plan();
    const before = store.errorsAt('basic.phone');
    expect(before).toMatchObject([{ code: 'FluentEmptyField' }]);
    store.set([...ACTIVITY, 'name'], 'Друго');
    vi.runAllTimers();
    expect(store.errorsAt('basic.phone')).toBe(before);
  });

  it('locks what the form locks, as the answers stand', () => {
    const store = storeOf('kvartalni', {}, QUARTERLY_DATA);
    const place = 'keyAspects.costChanges.activities[1].newEstimate';
    expect(store.lockedAt(place)).toBe(true);
    store.set(['keyAspects', 'costChanges', 'answer'], 'Да');
    expect(store.lockedAt(place)).toBe(false);
    expect(store.lockedAt('summary.activities[1]')).toBe(true);
  });

  it('sets a block at once, and tells those for whom something moved', () => {
    const store = plan();
    const heard = new Set<string>();
    for (const place of ['financialInfo.activityList[1].name', 'implementation[1].activity.name', 'basic.phone'])
      store.subscribeAt(place, () => heard.add(place));
    store.setMany([
      {
        path: ['financialInfo', 'activityList'],
        value: [
          { name: 'А', estimate: '1.00' },
          { name: 'Б', estimate: '2.00' },
        ],
      },
      { path: ['financialInfo', 'activityList', 1, 'name'], value: 'В' },
    ]);
    expect([...heard]).toEqual(['financialInfo.activityList[1].name', 'implementation[1].activity.name']);
    expect(store.values).toMatchObject({ implementation: [{ activity: { name: 'А' } }, { activity: { name: 'В' } }] });
  });

  it('a text that its widget rewrites is no change; one that a person types is, also typed back', () => {
    const problem = ['basic', 'problem'];
    const store = storeOf('efekti', { basic: { problem: '* прва' } });
    store.replace({ basic: { problem: '* прва' }, notes: '' });
    expect(store.changed).toBe(false);
    store.set(problem, '- прва');
    vi.runAllTimers();
    expect(store.changed).toBe(true);
    store.set(problem, '* прва');
    vi.runAllTimers();
    expect(store.changed).toBe(true);
  });

  it('takes an import back with what was typed before it, which is not saved still', () => {
    const saved = { basic: { problem: 'сачувано' } };
    const store = storeOf('efekti', saved);
    store.undo(store.importValues({ basic: { problem: 'увезено' } }));
    expect(store.changed).toBe(false);
    store.set(['basic', 'problem'], 'откуцано');
    vi.runAllTimers();
    const step = store.importValues(saved);
    expect(store.changed).toBe(false);
    store.undo(step);
    expect([store.values, store.changed]).toMatchObject([{ basic: { problem: 'откуцано' } }, true]);
  });

  it('counts input of a user in a text that widgets rewrite until it is saved, whatever else is typed', () => {
    const store = storeOf('efekti', { basic: { problem: '* прва' } });
    store.set(['basic', 'problem'], '- прва');
    store.set(['basic', 'problem'], '* прва');
    store.set(['notes'], '');
    vi.runAllTimers();
    expect(store.changed).toBe(true);
  });

  it('counts it too when a step before it is undone', () => {
    const store = storeOf('efekti', { basic: { problem: '* прва' } });
    store.set(['basic', 'problem'], '- прва');
    store.set(['basic', 'problem'], '* прва');
    vi.runAllTimers();
    const step = store.importValues({ basic: { problem: '* прва' } });
    expect(store.changed).toBe(false);
    store.set(['notes'], 'даље');
    store.undo(step);
    store.set(['notes'], '');
    vi.runAllTimers();
    expect(store.changed).toBe(true);
  });

  const LIST = ['financialInfo', 'activityList'];
  const three = () =>
    storeOf('plan', {
      implementationDates: { start: '2026-01-01', end: '2026-12-31' },
      financialInfo: {
        activityList: ['А', 'Б', 'В'].map((name, index) => ({ name, estimate: `${index + 1}000.00` })),
      },
    });
  const names = (store: FormStore) =>
    (store.values.financialInfo as { activityList: { name: string }[] }).activityList.map(({ name }) => name);

  it('knows each row by a key of its own, whatever goes before it, and so the rows that follow it', () => {
    const store = three();
    const [, second, third] = store.rowKeys(LIST, 3);
    const [, follower] = store.rowKeys(['implementation'], 3);
    const inside = store.rowKeys(['implementation', 1, 'plan'], 1);
    store.removeRow(LIST, 0);
    expect(store.rowKeys(LIST, 2)).toEqual([second, third]);
    expect(store.rowKeys(['implementation'], 2)[0]).toBe(follower);
    expect(store.rowKeys(['implementation', 0, 'plan'], 1)).toEqual(inside);
  });

  it('keeps the keys of rows with the rows when others take their place', () => {
    const store = three();
    const [first, second, third] = store.rowKeys(LIST, 3);
    const { financialInfo } = store.values as { financialInfo: { activityList: object[] } };
    const [a, b, c] = financialInfo.activityList;
    store.replace({ ...store.values, financialInfo: { ...financialInfo, activityList: [c, a, b] } });
    expect(store.rowKeys(LIST, 3)).toEqual([third, first, second]);
  });

  it('takes a removal back as it was, or beside what was typed since', () => {
    const store = three();
    const keys = store.rowKeys(LIST, 3);
    store.undo(store.removeRow(LIST, 0));
    expect(names(store)).toEqual(['А', 'Б', 'В']);
    expect(store.rowKeys(LIST, 3)).toEqual(keys);
    const step = store.removeRow(LIST, 1);
    store.set([...LIST, 1, 'name'], 'В, измењено');
    vi.runAllTimers();
    expect(store.isLatest(step)).toBe(false);
    store.undo(step);
    expect(names(store)).toEqual(['А', 'Б', 'В, измењено']);
    store.undo(step);
    expect(names(store)).toHaveLength(3);
  });

  it('makes again what was taken back, with the keys of its rows, until something else is changed', () => {
    const store = three();
    const keys = store.rowKeys(LIST, 3);
    store.undo(store.removeRow(LIST, 0));
    store.redo();
    expect(names(store)).toEqual(['Б', 'В']);
    expect(store.rowKeys(LIST, 2)).toEqual(keys.slice(1));
    const again = store.lastStep;
    expect(again).toBeDefined();
    if (again) store.undo(again);
    expect(names(store)).toEqual(['А', 'Б', 'В']);
    store.set([...LIST, 0, 'name'], 'А, измењено');
    vi.runAllTimers();
    store.redo();
    expect(names(store)).toEqual(['А, измењено', 'Б', 'В']);
    store.undo(store.removeRow(LIST, 0));
    store.removeRow(LIST, 2);
    store.redo();
    expect(names(store)).toEqual(['А, измењено', 'Б']);
  });

  it('makes nothing again once a field was typed in, also in another part of the form', () => {
    const store = three();
    store.undo(store.removeRow(LIST, 0));
    expect(store.lastUndone).toBeDefined();
    store.set(['basic', 'phone'], '027 1');
    expect(store.lastUndone).toBeUndefined();
    store.redo();
    expect(names(store)).toEqual(['А', 'Б', 'В']);
  });

  it('makes a removal again beside what a save brought since', () => {
    const store = three();
    store.undo(store.removeRow(LIST, 0));
    const sent = store.values;
    const values = { ...sent, basic: { phone: '027 1' } };
    store.load({ data: {}, context: { today: '2026-05-04', foreignFunds: false }, values }, sent);
    store.redo();
    expect([names(store), store.values.basic]).toEqual([['Б', 'В'], { phone: '027 1' }]);
  });

  it('says of a step that can no longer be taken back, because too many followed, that it has ended', () => {
    const store = three();
    const ended: number[] = [];
    for (let number = 1; number <= 52; number += 1) {
      const step = store.setMany([{ path: ['basic', 'phone'], value: `027 ${number}` }]);
      step.onEnd = () => ended.push(number);
    }
    expect(ended).toEqual([1, 2]);
  });

  it('proposes nothing for rows that only moved up', () => {
    const store = three();
    store.set(['implementation', 2, 'plan', 0, 'q1', 'percent'], '50.00');
    vi.runAllTimers();
    store.removeRow(LIST, 0);
    expect(store.values).toMatchObject({ implementation: [{}, { plan: [{ q1: { amount: '1500.00' } }] }] });
  });

  it('takes a saved revision in under what is typed on', () => {
    const store = three();
    store.set(['basic', 'phone'], '027 1 ');
    vi.runAllTimers();
    const sent = store.values;
    store.set([...LIST, 0, 'name'], 'А, даље');
    const saved = { ...sent, basic: { phone: '027 1' } };
    store.load({ data: {}, context: { today: '2026-05-04', foreignFunds: false }, values: saved }, sent);
    expect(names(store)).toEqual(['А, даље', 'Б', 'В']);
    // A trailing blank stays while the user may continue to type.
    expect(store.values).toMatchObject({ basic: { phone: '027 1 ' } });
    expect(store.changed).toBe(true);
  });

  it('holds back what cannot be read, and leaves out what nobody sees any more', () => {
    const store = plan();
    expect(store.sendable().unreadable).toEqual([]);
    store.set(['implementationDates', 'start'], '29.2.2029');
    vi.runAllTimers();
    expect(store.sendable().unreadable).toEqual(['implementationDates.start']);
    expect(store.errorsAt('implementationDates.start')).toMatchObject([{ code: 'FluentInvalidField' }]);
    const report = storeOf('racionalizacija', { proposal: { choice: 'Одлагање' } });
    report.set(['postpone', 'until'], '31.2.2027');
    vi.runAllTimers();
    expect(report.sendable().unreadable).toEqual(['postpone.until']);
    report.set(['proposal', 'choice'], 'Обустава');
    vi.runAllTimers();
    expect(report.sendable()).toMatchObject({ unreadable: [], values: { postpone: {} } });
    expect(report.sendable().values).not.toHaveProperty('postpone.until');
  });
});
