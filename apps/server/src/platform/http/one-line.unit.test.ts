import { expect, it } from 'vitest';
import { CALLS } from '@pimis/contract/calls';
import { ApiError } from '../errors.ts';
import { compileSchema } from './http.ts';

const TURNED = 'Мост \u202eинирД ан';

/** The calls by which somebody gives a name or title, and the places of the texts. */
const NAMES = {
  'POST /projects': ['name'],
  'PUT /projects/:projectCode': ['name'],
  'POST /projects/:projectCode/documents/uploaded': ['files.0.title'],
  'PUT /projects/lists/:projectTypeList/:projectListName/session': ['number'],
  'POST /security/organizations': ['name', 'address', 'adminName', 'executionAccount', 'postalCode'],
  'PUT /security/organizations': ['name', 'address', 'adminName', 'executionAccount', 'postalCode'],
  'POST /security/users': ['0.name', '0.email', '0.tags.0'],
  'PUT /security/users': ['0.name', '0.email', '0.tags.0'],
  'PUT /security/users/:login/profile': ['name', 'email'],
  'POST /security/users/:login/passkeys': ['name'],
  'POST /security/roles': ['name', 'description'],
  'PUT /security/roles': ['name', 'description'],
  'POST /notices': ['title', 'titleEn'],
  'PUT /notices/:noticeId': ['title', 'titleEn'],
  'PUT /portfolio/ceilings': ['source'],
  'POST /portfolio/scenarios': ['name'],
  'PUT /portfolio/scenarios/:scenarioId': ['name'],
  'POST /portfolio/scenarios/:scenarioId/copy': ['name'],
} as const;

/** A body that holds the text at the path alone. */
const bodyWith = (path: string) =>
  path.split('.').reduceRight<unknown>((value, part) => (part === '0' ? [value] : { [part]: value }), TURNED);

it.each(Object.entries(NAMES))('%s refuses a text that leaves its line, and names the field', (call, fields) => {
  const check = compileSchema({ schema: CALLS[call as keyof typeof NAMES].body, httpPart: 'body' });
  for (const field of fields) {
    const answer = check(bodyWith(field));
    const refusals = 'error' in answer && answer.error instanceof ApiError ? answer.error.fieldErrors : [];
    expect(refusals).toContainEqual({ field, code: field.endsWith('email') ? 'InvalidField' : 'NotOneLine' });
  }
});
