import { newestWith, type PublicBody, type PublicFacts } from '../facts.ts';
import type { Party, Reference } from './oc4ids.ts';
import { line, present, nonEmpty } from './values.ts';

const BODY_SCHEME = 'RS-JBKJS';
const COMPANY_SCHEME = 'RS-APR';

const referenceOf = ({ id, name }: Reference): Reference => ({ id, name });

function bodyParty({ id, name, companyNumber }: PublicBody, role: string): Party {
  return present({
    id: `${BODY_SCHEME}-${id}`,
    name,
    identifier: { scheme: BODY_SCHEME, id, legalName: name },
    additionalIdentifiers: companyNumber ? [{ scheme: COMPANY_SCHEME, id: companyNumber }] : undefined,
    roles: [role],
  });
}

/** One row of the newest approved sources that names its own body, and that party. */
export interface Funders {
  parties: Party[];
  /** The party of a source's name. */
  of: (name: unknown) => Reference | undefined;
  authority: Reference;
}

/**
 * The public authority, the proposer as administrative entity, and each named source as a funder. A party has all its
 * roles; two sources with the same name are one party. People are not parties.
 */
export function partiesOf(facts: PublicFacts): Funders {
  const parties: Party[] = [bodyParty(facts.organization, 'publicAuthority')];
  const add = (party: Party, same: (one: Party) => boolean) => {
    const known = parties.find(same);
    if (!known) parties.push(party);
    else known.roles.push(...party.roles);
  };
  if (facts.proposer) {
    const proposer = bodyParty(facts.proposer, 'administrativeEntity');
    add(proposer, ({ id }) => id === proposer.id);
  }
  const names = new Set((newestWith(facts, 'sources')?.value ?? []).flatMap((source) => line(source.name) ?? []));
  for (const [index, name] of [...names].entries()) {
    add({ id: `funder-${index + 1}`, name, roles: ['funder'] }, (one) => one.name === name);
  }
  return {
    parties: nonEmpty(parties) ?? [],
    of: (name) => {
      const found = parties.find((party) => party.name === line(name));
      return found && referenceOf(found);
    },
    authority: referenceOf(parties[0] as Party),
  };
}
