import type { Tx } from '../../platform/database.ts';
import type { Standing } from './changes.ts';

/** The same happened to projects, and the people concerned are told of it; they already stand where that put them. */
export interface ProjectsMovedEvent {
  tx: Tx;
  projectIds: readonly number[];
  /** Where they stand by now, from those who have just read it. */
  standings?: readonly Standing[];
  /** Key of the step, as its activity holds it. */
  operation: string;
  /** Who took it; null for the system. */
  userId: number | null;
  /** A decision of the commission. */
  decided: boolean;
  at: Date;
}

/** A virus was found in a document of a project. */
export interface DocumentInfectedEvent {
  tx: Tx;
  projectId: number;
  documentId: number;
  /** Who uploaded it. */
  userId: number | null;
  at: Date;
}

declare module '../../platform/event-bus.ts' {
  interface EventMap {
    projectsMoved: ProjectsMovedEvent;
    documentInfected: DocumentInfectedEvent;
  }
}
