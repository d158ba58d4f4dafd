import { expect, it } from 'vitest';
import { namedDocuments } from './named-documents.ts';
import { formWith, label } from '../../test/forms.ts';

const form = formWith([
  { path: 'letter', kind: 'file', label: label('Писмо') },
  { path: 'papers', kind: 'fileList', label: label('Прилози') },
  { path: 'name', kind: 'text', label: label('Назив') },
  { path: 'names', kind: 'textList', label: label('Називи') },
  {
    path: 'steps',
    kind: 'table',
    label: label('Кораци'),
    columns: [
      { path: 'permit', kind: 'file', label: label('Дозвола') },
      { path: 'papers', kind: 'fileList', label: label('Прилози') },
    ],
  },
]);

it('finds the documents of a form with their places, in rows too', () => {
  const values = {
    letter: '7',
    papers: ['8', 'нема', '9'],
    name: '10',
    names: ['11'],
    steps: [{ permit: '12' }, null, { papers: ['13'] }],
  };
  expect(namedDocuments(form, values)).toEqual([
    { path: 'letter', id: 7 },
    { path: 'papers[1]', id: 8 },
    { path: 'papers[3]', id: 9 },
    { path: 'steps[1].permit', id: 12 },
    { path: 'steps[3].papers[1]', id: 13 },
  ]);
  expect(namedDocuments(form, { letter: '0', papers: '8', steps: 'нема' })).toEqual([]);
});

it('places on a map are no documents', () => {
  const form = formWith([{ path: 'places', kind: 'locationList', label: label('Места') }]);
  expect(namedDocuments(form, { places: [{ id: '7', name: 'Ниш' }] })).toEqual([]);
});
