/** How the picker orders claims; the names of the groups are messages. */
export const CLAIM_GROUPS = ['User', 'Role', 'Organization', 'Project', 'Form', 'Other'] as const;
export type ClaimGroup = (typeof CLAIM_GROUPS)[number];

export function groupOf(claim: string): ClaimGroup {
  return CLAIM_GROUPS.find((group) => claim.startsWith(`${group}_`)) ?? 'Other';
}

/** Claims by group, in the order of the groups; groups without any are left out. */
export function grouped<Item>(items: readonly Item[], nameOf: (item: Item) => string): [ClaimGroup, Item[]][] {
  return CLAIM_GROUPS.flatMap((group) => {
    const found = items.filter((item) => groupOf(nameOf(item)) === group);
    return found.length > 0 ? [[group, found] as [ClaimGroup, Item[]]] : [];
  });
}
