import { isDeepStrictEqual } from 'node:util';
import { invalidFields } from '../errors.ts';

/**
 * Refuses the fields that came back with a change, are not among those that the call changes, and differ from the
 * entity as its caller reads it now. Error: ValidationError, ReadOnlyField for each.
 */
export function requireUnchanged<Entity extends object>(
  sent: object,
  entity: Entity,
  changed: readonly string[],
): void {
  const now = new Map<string, unknown>(Object.entries(entity));
  const different = Object.entries(sent).filter(
    ([name, value]) => !changed.includes(name) && now.has(name) && !isDeepStrictEqual(value, now.get(name)),
  );
  if (different.length > 0) {
    throw invalidFields(Object.fromEntries(different.map(([name]) => [name, 'ReadOnlyField'])));
  }
}

/**
 * Whether the caller sent more than the fields that the call changes, so that the entity must be read for a comparison.
 */
export const isWhole = (sent: object, changed: readonly string[]): boolean =>
  Object.keys(sent).some((name) => !changed.includes(name));
