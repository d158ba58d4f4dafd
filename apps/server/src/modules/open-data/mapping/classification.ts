import { LEVELS, SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import { newestWith, type PublicFacts } from '../facts.ts';
import type { Oc4idsProject } from './oc4ids.ts';
import { present, nonEmpty } from './values.ts';

/** The standard's sector of each of the product's own sectors; it has one for water and waste together. */
export const SECTORS: Readonly<Record<number, string>> = {
  1: 'governance',
  2: 'transport',
  3: 'energy',
  4: 'waterAndWaste',
  5: 'waterAndWaste',
  6: 'economy',
};

/** Names of the standard's sectors, each once, by which a list can be filtered. */
export const SECTOR_NAMES: readonly string[] = [...new Set(Object.values(SECTORS))];

/** The standard's sector for one of the product's own. */
export const sectorName = (sector: number): string => SECTORS[sector] ?? '';

/** The product's own sectors for a sector of the standard. */
export function ownSectors(name: string): number[] {
  return Object.keys(SECTORS)
    .map(Number)
    .filter((sector) => SECTORS[sector] === name);
}

const TYPES: Readonly<Record<number, string>> = {
  1: 'Пројекат у реализацији',
  2: 'Пројекат у припреми',
  3: 'Пројекат од идеје',
};

/**
 * The sector of the standard, and the product's own codes. The standard's list of schemes does not have the product's,
 * so the scheme is a prefix of the code.
 */
export function classificationOf(facts: PublicFacts): Pick<Oc4idsProject, 'sector' | 'additionalClassifications'> {
  const sector = SECTORS[facts.sector];
  const own = SECTOR_OPTIONS.find(({ value }) => value === facts.sector)?.label.sr;
  const level = newestWith(facts, 'level')?.value;
  const place = LEVELS.findIndex(({ value }) => value === level);
  const type = TYPES[facts.type];
  return present({
    sector: sector === undefined ? undefined : [sector],
    additionalClassifications: nonEmpty([
      ...(own === undefined ? [] : [{ id: `RS-PIMIS-SECTOR-${facts.sector}`, description: own }]),
      ...(place < 0 || level === undefined ? [] : [{ id: `RS-PIMIS-LEVEL-${place + 1}`, description: level }]),
      ...(type === undefined ? [] : [{ id: `RS-PIMIS-TYPE-${facts.type}`, description: type }]),
    ]),
  });
}
