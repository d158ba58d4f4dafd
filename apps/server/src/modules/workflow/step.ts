import type { Transition } from '@pimis/domain/workflow/transition-types';
import type { ActionRequest } from '@pimis/contract/projects';
import type { AuditOrigin } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ProjectRecord } from '../projects/visibility.ts';
import type { LoadedFacts } from './project-facts.ts';

/** The user of a step, or the system itself (scheduler). */
export type Acting = Pick<CurrentUser, 'id' | 'name'> | null;

/** The input of a step: the user, the values and the transaction. */
export interface StepInput {
  context: Context;
  tx: Tx;
  user: Acting;
  input: ActionRequest;
  /** The absent user for whom the step is taken. */
  standInFor?: { id: number; name: string } | null;
  origin: AuditOrigin;
}

/** A project that a step moves, with its former state. */
export interface StepProject {
  project: ProjectRecord;
  facts: LoadedFacts;
}

/** A step in progress for one or more projects, whose rows are locked. Statements handle all projects together. */
export interface Step extends StepInput {
  transition: Transition;
  projects: readonly StepProject[];
}

export const projectIdsOf = ({ projects }: Pick<Step, 'projects'>): number[] =>
  projects.map(({ project }) => project.id);
