/**
 * Connects an input with a description elsewhere. The component library overwrites `aria-describedby`; attributes set
 * on its parts are applied later.
 */
export function described(ids: string | undefined) {
  return ids ? { attributes: { input: { 'aria-describedby': ids } } } : {};
}
