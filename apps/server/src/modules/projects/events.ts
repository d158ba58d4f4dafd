import type { OtherActivity } from '@pimis/domain/workflow/activities';
import type { AwaitedMarks } from '@pimis/domain/workflow/awaited-marks';
import type { Tx } from '../../platform/database/database.ts';
import type { ProjectState } from './changes.ts';

/** A step has moved these projects, which are already in their new state; listeners notify people. */
export interface ProjectsMovedEvent {
  tx: Tx;
  projectIds: readonly number[];
  /** The new states, if the publisher has read them. */
  states?: readonly ProjectState[];
  /** The key of the step, as in its activity. */
  operation: string;
  /** The person; null for the system. */
  userId: number | null;
  /** Whether the commission decided. */
  decided: boolean;
  at: Date;
}

/** Other organizations are now asked for marks of a form, or the open step has begun or stopped waiting for marks. */
export interface MarksMovedEvent {
  tx: Tx;
  state: ProjectState & { marks: AwaitedMarks };
  /** The activity. */
  operation: OtherActivity;
  userId: number;
  /** Organizations that were not asked before. */
  asked: readonly string[];
  /** The open step no longer waits for marks. */
  isFreed: boolean;
  at: Date;
}

/** A document was added to a project, or a revision to a document. */
export interface DocumentAddedEvent {
  tx: Tx;
  projectId: number;
  documentId: number;
  revision: number;
  at: Date;
}

/** A virus was found in a document of a project. */
export interface DocumentInfectedEvent {
  tx: Tx;
  projectId: number;
  documentId: number;
  /** The uploader. */
  userId: number | null;
  at: Date;
}

declare module '../../platform/event-bus.ts' {
  interface EventMap {
    projectsMoved: ProjectsMovedEvent;
    marksMoved: MarksMovedEvent;
    documentAdded: DocumentAddedEvent;
    documentInfected: DocumentInfectedEvent;
  }
}
