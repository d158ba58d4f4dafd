import { expect, test } from 'vitest';
import { findFormDefinition } from './catalogue.ts';
import { isRemarkPlace, nextRemark, remarksInOrder, sectionOfPlace, sectionPlace } from './remarks.ts';
import { fieldsOf } from './visibility.ts';

const idea = findFormDefinition('ideja');
if (!idea) throw new Error('No idea');
const [section] = idea.sections;
const first = section?.fields[0]?.path ?? '';
const table = fieldsOf(idea).find(({ columns }) => columns !== undefined)?.path ?? '';
const foreign = fieldsOf(idea).find(({ admin, mei }) => admin === true || mei === true);

test('a remark refers to a field, a table, a section or the form', () => {
  const places = [null, first, table, sectionPlace(section?.key ?? '')];
  expect(places.map((place) => isRemarkPlace(idea, place))).toEqual([true, true, true, true]);
});

test('no remark refers to a row, or to a place that the form does not have or its owner does not see', () => {
  expect(foreign).toBeDefined();
  const places = ['', 'nothing', `${first}x`, '#', '#nothing', `${table}[1]`, foreign?.path ?? ''];
  expect(places.map((place) => isRemarkPlace(idea, place))).toEqual(places.map(() => false));
});

test('a section whose fields are all of other roles takes none', () => {
  const closed = { ...idea, sections: [{ key: 'closed', title: { sr: '', en: '' }, fields: [foreign ?? []].flat() }] };
  expect(isRemarkPlace(closed, '#closed')).toBe(false);
});

test('a place lies in the section of its field', () => {
  expect(sectionOfPlace(idea, first)).toBe(section);
  expect(sectionOfPlace(idea, sectionPlace(section?.key ?? ''))).toBe(section);
  expect([null, 'nothing', '#nothing'].map((place) => sectionOfPlace(idea, place))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a section takes a remark when its owner sees one of its fields', () => {
  const seen = fieldsOf(idea).find(({ path }) => path === first);
  const mixed = {
    ...idea,
    sections: [{ key: 'mixed', title: { sr: '', en: '' }, fields: [foreign, seen].flatMap((field) => field ?? []) }],
  };
  expect(isRemarkPlace(mixed, '#mixed')).toBe(true);
});

test.each(['admin', 'mei'] as const)('a field of %s alone takes no remark', (role) => {
  const field = { path: 'a', kind: 'text', label: { sr: 'А', en: 'A' }, [role]: true } as const;
  const form = { ...idea, sections: [{ key: 'all', title: { sr: '', en: '' }, fields: [field] }] };
  expect(isRemarkPlace(form, 'a')).toBe(false);
});

test('remarks follow each other in the order of the form, and after the last comes the first', () => {
  const [one, two] = idea.sections;
  const second = sectionPlace(two?.key ?? '');
  const at = (id: number, place: string | null) => ({ id, place });
  const remarks = [at(5, second), at(1, first), at(4, null), at(3, sectionPlace(one?.key ?? '')), at(2, first)];
  expect(remarksInOrder(idea, remarks).map(({ id }) => id)).toEqual([4, 3, 1, 2, 5]);
  expect(nextRemark(idea, remarks, at(4, null))?.id).toBe(3);
  expect(nextRemark(idea, remarks, at(5, second))?.id).toBe(4);
  // A remark that was just marked as done is no longer in the list.
  expect(nextRemark(idea, [at(5, second), at(4, null)], at(1, first))?.id).toBe(5);
  expect(nextRemark(idea, [at(4, null)], at(4, null))).toBeNull();
  expect(nextRemark(idea, [], at(4, null))).toBeNull();
});
