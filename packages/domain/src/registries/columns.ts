import type { RegistryColumn } from './types.ts';
import { WORDS } from '../text/words.ts';

/** Columns that several registries have. */

export const NAME: RegistryColumn = {
  name: 'name',
  kind: 'text',
  label: WORDS.name,
  required: true,
  maxLength: 300,
};

export const NAME_EN: RegistryColumn = {
  name: 'nameEn',
  kind: 'text',
  label: { sr: 'Назив на енглеском', en: 'Name in English' },
  maxLength: 300,
};

export const STATUS: RegistryColumn = {
  name: 'status',
  kind: 'text',
  label: WORDS.state,
  maxLength: 60,
};

export const REGION: RegistryColumn = {
  name: 'region',
  kind: 'text',
  label: { sr: 'Регион', en: 'Region' },
  maxLength: 120,
};

export const DISTRICT_CODE: RegistryColumn = {
  name: 'districtCode',
  kind: 'code',
  label: WORDS.district,
  maxLength: 2,
  references: 'districts',
};

/** A code with this number of digits, as the key of a registry. */
export function codeOfDigits(digits: number): RegistryColumn {
  return {
    name: 'code',
    kind: 'code',
    label: WORDS.code,
    required: true,
    maxLength: digits,
    pattern: `\\d{${digits}}`,
  };
}

export const VALID_FROM: RegistryColumn = {
  name: 'validFrom',
  kind: 'date',
  label: { sr: 'Важи од', en: 'Valid from' },
};

export const VALID_TO: RegistryColumn = {
  name: 'validTo',
  kind: 'date',
  label: { sr: 'Важи до', en: 'Valid to' },
};

export const PERIOD: readonly RegistryColumn[] = [VALID_FROM, VALID_TO];
