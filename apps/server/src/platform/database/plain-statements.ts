import { CompiledQuery } from 'kysely';
import type { Tx } from './database.ts';

/** Statements as texts, which also run in a transaction, and before the tables of this version exist. */
export interface PlainStatements {
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<{ rows: Row[]; rowCount: number | null }>;
}

/** Runs texts in a transaction. */
export const statementsIn = (tx: Tx): PlainStatements => ({
  query: async <Row extends object>(text: string, values: unknown[] = []) => {
    const { rows, numAffectedRows } = await tx.executeQuery<Row>(CompiledQuery.raw(text, values));
    return { rows, rowCount: numAffectedRows === undefined ? null : Number(numAffectedRows) };
  },
});
