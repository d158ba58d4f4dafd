import { completeForm, defaultValues } from '@pimis/domain/forms/complete';
import { getPath } from '@pimis/domain/forms/paths';
import type { FormData, FormDefinition, FormValues, Section } from '@pimis/domain/forms/types';

/** Sections that were visited: the focus was there during this visit, or a field has a value. */
export class OpenedSections {
  private readonly visited = new Set<string>();
  private blank: { data: FormData; values: FormValues } | undefined;

  /** Returns whether the section was not known before. */
  visit(key: string): boolean {
    if (this.visited.has(key)) return false;
    this.visited.add(key);
    return true;
  }

  has(definition: FormDefinition, section: Section, data: FormData, completed: FormValues): boolean {
    if (this.visited.has(section.key)) return true;
    if (this.blank?.data !== data) {
      this.blank = { data, values: completeForm(definition, defaultValues(definition, data), data) };
    }
    const { values } = this.blank;
    return section.fields.some(
      ({ path, computed }) => !computed && !same(getPath(completed, path), getPath(values, path)),
    );
  }
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
