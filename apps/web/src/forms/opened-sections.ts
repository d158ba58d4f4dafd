import { completeForm, defaultValues } from '@pimis/domain/forms/complete';
import { getPath } from '@pimis/domain/forms/paths';
import type { FormDefinition, FormValues, Section } from '@pimis/domain/forms/types';

/** Sections that were visited: the focus was there during this visit, or a field has a value, entered or taken over. */
export class OpenedSections {
  private readonly visited = new Set<string>();
  private blank: FormValues | undefined;

  /** Returns whether the section was not known before. */
  visit(key: string): boolean {
    if (this.visited.has(key)) return false;
    this.visited.add(key);
    return true;
  }

  has(definition: FormDefinition, section: Section, completed: FormValues): boolean {
    if (this.visited.has(section.key)) return true;
    // Computed without the project's data: values taken over from it count, the defaults of every form do not.
    const values = (this.blank ??= completeForm(definition, defaultValues(definition, {}), {}));
    return section.fields.some(
      ({ path, computed }) => !computed && !same(getPath(completed, path), getPath(values, path)),
    );
  }
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
