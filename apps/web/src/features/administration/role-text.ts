import { CLAIMS, type Claim } from '@pimis/domain/access/claims';
import { ROLE_TYPE } from '@pimis/domain/constants';
import type { Text } from '../../i18n/use-text.ts';

export const ROLE_TYPES = Object.values(ROLE_TYPE);

export function roleTypeText(roleType: number, { t }: Pick<Text, 't'>): string {
  return t(`administration.roles.types.${ROLE_TYPES.find((known) => known === roleType) ?? ROLE_TYPE.user}`);
}

export function claimText(name: string, { pair }: Pick<Text, 'pair'>): string {
  return Object.hasOwn(CLAIMS, name) ? pair(CLAIMS[name as Claim].description) : name;
}
