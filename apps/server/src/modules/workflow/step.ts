import type { ActionRequest } from '@pimis/contract/projects';
import type { AuditOrigin } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import type { ProjectRecord } from '../projects/visibility.ts';
import type { Acting } from './opening.ts';
import type { LoadedFacts } from './project-facts.ts';

/** A step of the workflow while it is being carried out: who, what, and the state it started from. */
export interface Step {
  context: Context;
  tx: Tx;
  user: Acting;
  project: ProjectRecord;
  facts: LoadedFacts;
  input: ActionRequest;
  origin: AuditOrigin;
}
