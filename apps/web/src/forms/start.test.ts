import { expect, it } from 'vitest';
import type { ProjectForm } from '@pimis/contract/forms';
import { COPIED_UNSEEN } from '@pimis/domain/forms/messages';
import { copiedUnseen, judgeContext, newestRevision, startValues } from './start.ts';

const item = (code: string, path?: string) => ({
  StatusCode: { Code: code },
  ...(path === undefined ? {} : { Path: path }),
});
const form = (more: object = {}) =>
  ({
    inputJson: '{"a":"сачувано"}',
    defaults: { a: 'почетно' },
    inputJsonRevisions: [{ revision: 7 }, { revision: 6 }],
    validation: { Errors: [], Warnings: [] },
    today: '2026-05-04',
    ...more,
  }) as unknown as ProjectForm;

it('a form begins with its newest revision, or with its defaults while it has none', () => {
  expect(startValues(form())).toEqual({ a: 'сачувано' });
  expect(startValues(form({ inputJson: '{}' }))).toEqual({ a: 'почетно' });
  expect([newestRevision(form()), newestRevision(form({ inputJsonRevisions: [] }))]).toEqual([7, 0]);
});

it('the fields that were copied and not looked at are those that the revision warns of', () => {
  const Warnings = [item(COPIED_UNSEEN, 'a'), item('FluentHighRisk', 'b'), item(COPIED_UNSEEN)];
  expect(copiedUnseen(form({ validation: { Errors: [], Warnings } }))).toEqual(['a']);
});

it('values are judged by today, and against the errors that the revision has already', () => {
  const Errors = [item('FluentEmptyField', 'a'), item('FluentSum')];
  expect(judgeContext(form({ validation: { Errors, Warnings: [] } }), true)).toEqual({
    today: '2026-05-04',
    foreignFunds: true,
    stored: {
      values: { a: 'сачувано' },
      errors: [
        { code: 'FluentEmptyField', path: 'a' },
        { code: 'FluentSum', path: '' },
      ],
    },
  });
});
