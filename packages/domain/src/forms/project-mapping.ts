import { isPif } from './codes.ts';
import type { FormCode } from './titles.ts';

/** The values that the lock of a form copies to its project, by path. */
export interface MappedValues {
  name?: string;
  proposer?: string;
  total?: string;
}

const PREPARATION: MappedValues = {
  name: 'basic.projectName',
  proposer: 'basic.proposer.id',
  total: 'financialInfo.price.local',
};
const PIF: MappedValues = { name: 'basic.name', proposer: 'basic.proposer.id', total: 'financialInfo.price.local' };
const CARRIED: Readonly<Record<string, MappedValues>> = {
  ideja: PREPARATION,
  'identifikacija-projekta': PREPARATION,
  spremnost: PREPARATION,
  'posebnog-znacaja': PREPARATION,
  'pif-mini': { ...PIF, total: 'estimate.total' },
  // A correction changes the project only with the commission's yes.
  plan: { total: 'financialInfo.price.local' },
} satisfies Partial<Record<FormCode, MappedValues>>;

export function valuesForProject(code: string): MappedValues {
  return isPif(code) ? PIF : (CARRIED[code] ?? {});
}
