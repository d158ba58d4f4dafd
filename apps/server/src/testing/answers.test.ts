import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { checkedAnswers, checkRefusal } from './answers.ts';

const write = checkedAnswers({
  schema: Type.Object({ code: Type.String(), forms: Type.Array(Type.Object({ id: Type.Integer() })) }),
  url: '/projects',
  method: 'GET',
});

it('lets an answer pass that is as it is declared', () => {
  expect(write({ code: 'A', forms: [{ id: 1 }] })).toBe('{"code":"A","forms":[{"id":1}]}');
});

it('fails an answer with another type, a missing field or one that nobody declared, and names the place', () => {
  expect(() => write({ code: 1, forms: [] })).toThrow('/code');
  expect(() => write({ forms: [] })).toThrow('GET /projects');
  expect(() => write({ code: 'A', forms: [{ id: 1, secret: true }] })).toThrow('forms.0.secret');
});

it('fails a refusal that carries something else than the contract lets it carry', () => {
  const carries = (name: string, payload: unknown) => () => checkRefusal({ name, payload, additional: null });
  expect(carries('FormMarksConflict', { markJson: '{}' })).not.toThrow();
  expect(carries('FormMarksConflict', null)).not.toThrow();
  expect(carries('FormMarksConflict', { marks: {} })).toThrow('FormMarksConflict carries payload');
  expect(carries('NotFound', null)).not.toThrow();
  expect(carries('NotFound', { id: 1 })).toThrow('NotFound carries payload is not declared');
});
