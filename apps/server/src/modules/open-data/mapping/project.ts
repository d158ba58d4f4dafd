import { MERGED } from '@pimis/domain/public/status';
import { newestWith, type PublicDocument, type PublicFacts } from '../facts.ts';
import { budgetOf } from './budget.ts';
import { classificationOf } from './classification.ts';
import { completionOf } from './completion.ts';
import { contractingOf } from './contracting.ts';
import { documentsOf } from './documents.ts';
import { milestonesOf } from './milestones.ts';
import type { Oc4idsProject } from './oc4ids.ts';
import { partiesOf } from './parties.ts';
import { periodsOf } from './periods.ts';
import { forecastsOf, metricsOf } from './progress.ts';
import { line, present, nonEmpty, textOnly } from './values.ts';

const COUNTRY = 'RS';

/** Input of the mapping in addition to the facts. */
export interface MappingOptions {
  /** OPEN_DATA_PREFIX. */
  prefix: string;
  urlOf: (document: PublicDocument) => string;
}

/** The identifier of a project in the standard: the prefix and the project's number. */
export function publicId(prefix: string, number: string): string {
  return `${prefix}-${number}`;
}

function locationsOf({ places }: PublicFacts): Oc4idsProject['locations'] {
  const once = places.filter(({ id }, index) => places.findIndex((place) => place.id === id) === index);
  return nonEmpty(
    once.map(({ id, name, district }) => ({
      id,
      address: present({ locality: name, region: district ?? undefined, countryName: COUNTRY }),
    })),
  );
}

function identifiersOf(facts: PublicFacts): Oc4idsProject['identifiers'] {
  const isdacon = line(newestWith(facts, 'isdaconNumber')?.value);
  return [
    { id: facts.code, scheme: 'RS-PIMIS' },
    ...(isdacon === undefined ? [] : [{ id: isdacon, scheme: 'RS-ISDACON' }]),
  ];
}

/** Strategies of the newest approved form that names any; the older forms describe them in one text. */
function policyOf(facts: PublicFacts): Oc4idsProject['policyAlignment'] {
  const rows = newestWith(facts, 'strategies')?.value ?? [];
  const named = rows.flatMap(({ document, goal }) => {
    const parts = [line(document), line(goal)].flatMap((part) => part ?? []);
    return parts.length === 0 ? [] : [parts.join(': ')];
  });
  const description = named.length > 0 ? named.join('; ') : textOnly(newestWith(facts, 'strategy')?.value);
  return description === undefined ? undefined : { description };
}

/**
 * The project in the words of OC4IDS 0.9.5 (docs/open-data.md, "Mapping"). A pure function of its public facts: the
 * same facts give the same package.
 */
export function projectOf(facts: PublicFacts, { prefix, urlOf }: MappingOptions): Oc4idsProject {
  const id = publicId(prefix, facts.number);
  const { parties, of: funder, authority } = partiesOf(facts);
  const beneficiaries = textOnly(newestWith(facts, 'beneficiaries')?.value);
  return present({
    id,
    updated: new Date(facts.changedAt).toISOString(),
    language: 'sr' as const,
    identifiers: identifiersOf(facts),
    publicAuthority: authority,
    title: line(facts.title) ?? facts.code,
    description: textOnly(newestWith(facts, 'summary')?.value),
    purpose: textOnly(newestWith(facts, 'goals')?.value),
    // The standard has no status for a merged project; the remaining project is listed as related.
    status: facts.status === MERGED ? undefined : facts.status,
    ...classificationOf(facts),
    ...periodsOf(facts),
    locations: locationsOf(facts),
    budget: budgetOf(facts, funder),
    parties: nonEmpty(parties),
    forecasts: forecastsOf(facts),
    metrics: metricsOf(facts),
    milestones: milestonesOf(facts),
    contractingProcesses: contractingOf(facts, id),
    documents: documentsOf(facts, urlOf),
    completion: completionOf(facts),
    policyAlignment: policyOf(facts),
    benefits: beneficiaries === undefined ? undefined : [{ beneficiaries: [{ description: beneficiaries }] }],
    relatedProjects: nonEmpty(
      facts.related.map(({ number, title }, index) => ({
        id: String(index + 1),
        scheme: 'oc4ids' as const,
        identifier: publicId(prefix, number),
        title,
      })),
    ),
  }) as Oc4idsProject;
}
