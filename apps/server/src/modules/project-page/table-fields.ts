import { type RawBuilder, sql } from 'kysely';
import { searchWords } from '@pimis/domain/text/search';
import { phasesOf, STAGES } from '@pimis/domain/workflow/phases';
import type { TableFields } from '../../platform/paging.ts';
import { codeCondition, foldedCodeCondition, searchCondition, searchWherever } from '../../platform/search.ts';
import { delayedOn } from './list.ts';

/** Organizations whose names carry the text, or one word of it. */
const organizationsNamed = (named: RawBuilder<boolean>) =>
  sql`any (array(select named.id from published.organizations named where ${named}))`;
const NAME_KEY = sql`named.name_key`;

/** Organizations whose number begins so, as a range: the index on the number answers it. Numbers are digits alone. */
function organizationBeginning(text: string): RawBuilder<boolean> {
  const digits = searchWords(text).join(' ');
  if (!/^\d{1,5}$/.test(digits)) return sql<boolean>`false`;
  const last = digits.padEnd(5, '9');
  return sql<boolean>`projects.organization_id between ${digits} and ${last}`;
}

/**
 * Fields of the table. `keyed` names the table with the search keys, `projects` or another that stands beside it; the
 * day is that of the server.
 */
export function fieldsOf(day: string, keyed: 'projects' | 'whole'): TableFields {
  const searchKey = sql.raw(`${keyed}.search_key`);
  // The kept rows of an organization have no folded codes; they are few.
  const beginning = (name: 'code' | 'number') => (text: string) =>
    keyed === 'projects'
      ? foldedCodeCondition(sql.raw(`projects.${name}_key`), text)
      : codeCondition(sql.raw(`projects.${name}`), text);
  return {
    code: { column: 'projects.code', kind: 'code', sortable: true, condition: beginning('code') },
    number: { column: 'projects.number', kind: 'code', sortable: true, condition: beginning('number') },
    name: { column: 'projects.name', kind: 'text', sortable: true, searchColumn: `${keyed}.name_key` },
    search: {
      column: 'projects.name',
      kind: 'text',
      condition: (text) =>
        searchWherever(
          text,
          (carries) =>
            sql<boolean>`(${carries(searchKey)} or projects.organization_id = ${organizationsNamed(carries(NAME_KEY))})`,
        ),
    },
    organizationId: {
      column: 'projects.organization_id',
      kind: 'code',
      condition: (text) => organizationBeginning(text),
    },
    organizationName: {
      column: 'owner.name',
      kind: 'text',
      sortable: true,
      condition: (text) =>
        sql<boolean>`projects.organization_id = ${organizationsNamed(searchCondition(NAME_KEY, text))}`,
    },
    proposerOrganizationName: {
      column: 'proposer.name',
      kind: 'text',
      sortable: true,
      condition: (text) =>
        sql<boolean>`projects.proposer_organization_id = ${organizationsNamed(searchCondition(NAME_KEY, text))}`,
    },
    createdDate: { column: 'projects.created_at', kind: 'instant', sortable: true },
    lastChangeDate: { column: 'projects.last_changed_at', kind: 'instant', sortable: true },
    important: { column: 'projects.important', kind: 'boolean', sortable: true },
    foreignFunds: { column: 'projects.foreign_funds', kind: 'boolean', sortable: true },
    commissionApproved: { column: 'projects.commission_approved', kind: 'boolean', sortable: true },
    isMerged: { column: 'projects.is_merged', kind: 'boolean' },
    phase: { column: 'projects.phase', kind: 'integer', sortable: true },
    phaseStatus: { column: 'projects.phase_status', kind: 'integer', sortable: true },
    status: { column: 'projects.status', kind: 'integer', sortable: true },
    totalValue: { column: 'projects.total_value', kind: 'money', sortable: true },
    type: { column: 'projects.type', kind: 'integer', sortable: true },
    sector: { column: 'projects.sector', kind: 'integer', sortable: true },
    lastReporting: { column: 'projects.last_reporting', kind: 'date', sortable: true, nullable: true },
    stage: {
      column: `case ${STAGES.map((stage, index) => `when projects.phase in (${phasesOf(stage).join()}) then ${index + 1}`).join(' ')} end`,
      kind: 'integer',
      sortable: true,
    },
    pimisCommented: { column: 'projects.ministry_commented', kind: 'boolean', sortable: true },
    isConclusionReportDelayed: { column: delayedOn(day), kind: 'boolean', sortable: true, computed: true },
  };
}

/** Fields that look at a table beside the projects to filter, or to sort. */
export const BESIDE: Readonly<Record<string, { filter?: Beside; sort?: Beside }>> = {
  name: { filter: 'keys' },
  search: { filter: 'keys' },
  organizationName: { sort: 'owner' },
  proposerOrganizationName: { sort: 'proposer' },
};
export type Beside = 'keys' | 'owner' | 'proposer';

export const JOINS: Readonly<Record<Beside, RawBuilder<unknown>>> = {
  keys: sql`join published.projects as whole on whole.id = projects.id`,
  owner: sql`join published.organizations as owner on owner.id = projects.organization_id`,
  proposer: sql`join published.organizations as proposer on proposer.id = projects.proposer_organization_id`,
};

/** Whether an index answers the filter of a field alone: not so for words in the keys, and for what is computed. */
export const hasIndex = (fields: TableFields, name: string) =>
  BESIDE[name]?.filter !== 'keys' && fields[name]?.computed !== true;
