import { type Static, type TSchema, Type } from 'typebox';
import type { StatusName } from './errors.ts';
import { MarksConflictSchema, RevisionConflictSchema } from './forms.ts';
import { CeilingSchema } from './portfolio/calendar.ts';
import { ScenarioSchema } from './portfolio/scenarios.ts';
import { ProjectSchema } from './projects.ts';
import { AnyRowSchema, ImportResultSchema, RegistryImporterSchema, RegistryRowDetailsSchema } from './registries.ts';
import { SecondStepSchema } from './security.ts';

/** The payload of a refusal; null if the caller may not see it. */
export const REFUSALS = {
  SecondFactorRequired: { payload: SecondStepSchema },
  /** Another user was first; contains the current project. */
  InvalidProjectAction: { payload: ProjectSchema },
  FormRevisionConflict: { payload: RevisionConflictSchema },
  FormMarksConflict: { payload: MarksConflictSchema },
  /** The present ceiling, and the present scenario. */
  CeilingConflict: { payload: CeilingSchema },
  ScenarioConflict: { payload: ScenarioSchema },
  InvalidRegistryImport: { payload: ImportResultSchema },
  /** The user who is importing. */
  RegistryImportRunning: { payload: RegistryImporterSchema },
  /** The present row of a registry. */
  RecordConflict: { payload: AnyRowSchema, additional: Type.Omit(RegistryRowDetailsSchema, ['canWrite']) },
} as const satisfies Partial<Record<StatusName, { payload: TSchema; additional?: TSchema }>>;

type Refusals = typeof REFUSALS;
export type RefusalName = keyof Refusals;

/** The payloads as types. They are computed outside of the condition below, in which that of a project is too deep. */
type Payloads = { readonly [Name in RefusalName]: Static<Refusals[Name]['payload']> };

export type RefusalPayload<Name extends StatusName> = Name extends RefusalName ? Payloads[Name] | null : null;
export type RefusalAdditional<Name extends StatusName> = Name extends RefusalName
  ? Refusals[Name] extends { additional: infer Additional extends TSchema }
    ? Static<Additional> | null
    : null
  : null;
