import { expect, it } from 'vitest';
import type { AuditRow } from '@pimis/contract/audit';
import { registryOf } from './audit-subject.ts';

const registry = (subjectType: string) => registryOf({ subjectType } as AuditRow)?.code;

it('a row of the audit log is about a registry only if its subject says so', () => {
  expect(registry('registry.banks')).toBe('banks');
  expect([registry('registry.unknown'), registry('project'), registry('registry_banks')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(registry('banks')).toBeUndefined();
});
