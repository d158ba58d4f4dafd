import { type RawBuilder, sql } from 'kysely';

/**
 * The search key of a project, put together of what the index of the order in which lists open has (projects_changed):
 * whoever passes projects in that order reads none of them for it.
 */
export function searchKeyInOrder(table: string): RawBuilder<string> {
  const [code, number, name] = ['code_key', 'number_key', 'name_key'].map((key) => sql.ref(`${table}.${key}`));
  return sql<string>`(' ' || ${code} || ' ' || ${number} || ${name})`;
}
