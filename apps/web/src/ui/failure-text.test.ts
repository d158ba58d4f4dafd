import { expect, it } from 'vitest';
import { ApiFailure, NewVersionFailure } from '../api/client.ts';
import { UnreadableFile } from '../api/unreadable-file.ts';
import { plainText } from '../testing/plain-text.ts';
import { failureText } from './failure-text.ts';

it('a failure is said in words by its kind', () => {
  const said = [
    new NewVersionFailure(),
    new UnreadableFile('prilog.pdf'),
    new ApiFailure(0, 'Offline'),
    new ApiFailure(409, 'ProjectArchived'),
    new Error('x'),
    'x',
  ].map((failure) => failureText(failure, plainText));
  expect(said).toEqual([
    'daily.version.out daily.version.hint',
    'common.fileUnreadable | prilog.pdf',
    'shell.offline',
    'status ProjectArchived',
    'status ServiceError',
    'status ServiceError',
  ]);
});
