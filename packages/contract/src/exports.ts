import { Type } from 'typebox';
import { type CallSchemas, CLOSED, EmptySchema, IdSchema, LanguageSchema, ScriptSchema } from './envelope.ts';
import { ProjectCodeSchema, ProjectParamsSchema } from './projects.ts';

const FormatSchema = Type.Optional(Type.String({ maxLength: 10 }));
const FlagSchema = Type.Optional(Type.String({ pattern: '^(true|false)$' }));

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const EXPORT_CALLS = {
  'GET /reporting/projects/:projectCode/forms': {
    params: ProjectParamsSchema,
    query: Type.Object(
      {
        phaseFormId: IdSchema,
        revision: Type.Optional(IdSchema),
        format: FormatSchema,
        language: LanguageSchema,
        script: ScriptSchema,
      },
      CLOSED,
    ),
  },
  'GET /reporting/projects/:projectCode/options': {
    params: ProjectParamsSchema,
    query: Type.Object({ format: FormatSchema, language: LanguageSchema, script: ScriptSchema }, CLOSED),
  },
  'GET /reporting/projects/:projectCode/success-key-indicators/:phaseId': {
    params: Type.Object({ projectCode: ProjectCodeSchema, phaseId: IdSchema }, CLOSED),
    query: Type.Object({ format: FormatSchema, language: LanguageSchema, script: ScriptSchema }, CLOSED),
  },
  'GET /reporting/projects/:projectCode/identity-cards': {
    params: ProjectParamsSchema,
    query: Type.Object({ format: FormatSchema, language: LanguageSchema, script: ScriptSchema }, CLOSED),
  },
  'GET /reporting/projects/:projectCode/decision-summary': {
    params: ProjectParamsSchema,
    query: Type.Object({ format: FormatSchema, language: LanguageSchema, script: ScriptSchema }, CLOSED),
  },
  'GET /reporting/projects/:projectCode/documents': {
    params: ProjectParamsSchema,
    query: Type.Object({ language: LanguageSchema, script: ScriptSchema }, CLOSED),
  },
  'POST /reporting/projects/:projectCode/access': {
    params: ProjectParamsSchema,
    payload: EmptySchema,
  },
  'GET /reporting/projects/:projectCode': {
    params: ProjectParamsSchema,
    query: Type.Object(
      {
        exportForms: FlagSchema,
        exportOptions: FlagSchema,
        exportDocuments: FlagSchema,
        language: LanguageSchema,
        script: ScriptSchema,
      },
      CLOSED,
    ),
  },
} as const satisfies CallSchemas;
