/**
 * Leads from an input to what is said of it elsewhere on the screen. The component library writes what it has itself
 * over `aria-describedby`; attributes of its parts come after that.
 */
export function described(ids: string | undefined) {
  return ids ? { attributes: { input: { 'aria-describedby': ids } } } : {};
}
