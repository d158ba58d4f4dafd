import { connect } from './tables.ts';

/** A revision of a document whose content is not in the store. */
export interface LeftOut {
  key: string;
  project: string;
  name: string;
  revision: number;
}

/** The documents with these storage keys, in a restored database. */
export async function documentsOf(databaseUrl: string, keys: readonly string[]): Promise<LeftOut[]> {
  if (keys.length === 0) return [];
  const client = await connect(databaseUrl);
  try {
    const { rows } = await client.query<LeftOut>(
      `select revision.storage_key as key, project.code as project, revision.name, revision.revision
       from document_revisions revision
       join documents document on document.id = revision.document_id
       join projects project on project.id = document.project_id
       where revision.storage_key = any($1) order by 2, 3, 4`,
      [keys],
    );
    return rows;
  } finally {
    await client.end();
  }
}
