import { normalValue } from '@pimis/domain/forms/normalize';
import { sameValue } from '@pimis/domain/forms/align-arrays';
import { getPath } from '@pimis/domain/forms/paths';
import type { Field, FormDefinition, FormValues } from '@pimis/domain/forms/types';

/**
 * Fields copied from an earlier form whose section nobody has looked through since. A section has been looked through
 * when the focus has left it, or when the user says so; a field that was changed meanwhile is looked at.
 */
export class CopiedFields {
  private readonly values = new Map<string, unknown>();
  private readonly sections: ReadonlyMap<string, string>;
  private readonly fields: ReadonlyMap<string, Field>;
  private focused: string | null = null;

  constructor(definition: FormDefinition) {
    const placed = definition.sections.flatMap(({ key, fields }) => fields.map((field) => ({ key, field })));
    this.sections = new Map(placed.map(({ key, field }) => [field.path, key]));
    this.fields = new Map(placed.map(({ field }) => [field.path, field]));
  }

  /** Marks these fields, in addition to those that are marked. */
  add(paths: readonly string[], values: FormValues): void {
    for (const path of paths) if (this.sections.has(path)) this.values.set(path, getPath(values, path));
  }

  /** Marks exactly these, for example those of the saved revision. */
  replace(paths: readonly string[], values: FormValues): void {
    this.values.clear();
    this.add(paths, values);
  }

  /** The focus is in the section, or in none. */
  enter(section: string | null): void {
    this.focused = section;
  }

  /** Takes the marks of a section away; returns whether it had any. */
  look(section: string): boolean {
    const own = [...this.values.keys()].filter((path) => this.sections.get(path) === section);
    for (const path of own) this.values.delete(path);
    return own.length > 0;
  }

  /** Whether the field at the path is marked and still has the copied value. */
  has(path: string, values: FormValues): boolean {
    const field = this.fields.get(path);
    if (!field || !this.values.has(path)) return false;
    const value = getPath(values, path);
    return normalValue(field, value) !== undefined && sameValue(field, value, this.values.get(path));
  }

  /** Paths of the marked fields, without those of the section that the user works in. */
  unseen(values: FormValues): string[] {
    return [...this.values.keys()].filter((path) => this.has(path, values) && this.sections.get(path) !== this.focused);
  }
}
