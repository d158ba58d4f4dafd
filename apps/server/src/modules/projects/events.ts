import type { Tx } from '../../platform/database.ts';
import type { ProjectState } from './changes.ts';

/** The same step moved projects; listeners notify people. The projects are already in their new state. */
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
    documentInfected: DocumentInfectedEvent;
  }
}
