import { PHASE_ORDER } from '@pimis/domain/reports/columns';

/** Groups of phases in the order in which a project goes through them. */
export const inOrderOfPhases = <Group extends { key: string }>(groups: readonly Group[]): Group[] =>
  groups.toSorted((one, other) => PHASE_ORDER.indexOf(Number(one.key)) - PHASE_ORDER.indexOf(Number(other.key)));
