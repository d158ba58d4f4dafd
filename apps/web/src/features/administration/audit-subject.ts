import type { AuditRow } from '@pimis/contract/audit';
import { findRegistry } from '@pimis/domain/registries/catalogue';

const PREFIX = 'registry.';

/** The registry whose row a row of the audit log is about. */
export const registryOf = ({ subjectType }: AuditRow) =>
  subjectType.startsWith(PREFIX) ? findRegistry(subjectType.slice(PREFIX.length)) : undefined;
