import { type RawBuilder, sql } from 'kysely';

/**
 * Documents of a project: its own and those that its forms name. After a merge they belong to the remaining project.
 */
export function isShownForProject(projectId: number | RawBuilder<number>) {
  return sql<boolean>`documents.id in (
    select own.id from published.documents own where own.project_id = ${projectId}
    union
    select named.document_id
    from published.form_documents named join published.project_forms forms on forms.id = named.form_id
    where forms.project_id = ${projectId})`;
}
