import type { Field, FormData, FormDefinition, FormValues, InVersions, Rule, Section } from './types.ts';

/** A form in all its versions: parts that are not in every version say in which versions they are. */
export interface VersionedForm extends Omit<FormDefinition, 'version' | 'defaults' | 'compute'> {
  /** The newest version; earlier ones remain for the forms that were started with them. */
  versions: number;
  /** From this version on, items are numbered in their order within each section; before, by the fields' numbers. */
  numberedSince?: number;
  defaults: (data: FormData, version: number) => FormValues;
  compute: (values: FormValues, data: FormData, version: number) => void;
}

const isIn =
  (version: number) =>
  ({ since = 1, until = version }: InVersions): boolean =>
    since <= version && version <= until;

function fieldOf({ since: _since, until: _until, ...field }: Field, version: number): Field {
  return field.columns ? { ...field, columns: fieldsOf(field.columns, version) } : field;
}

function fieldsOf(fields: readonly Field[], version: number): Field[] {
  return fields.filter(isIn(version)).map((field) => fieldOf(field, version));
}

function sectionOf({ since: _since, until: _until, ...section }: Section, version: number): Section {
  return { ...section, fields: fieldsOf(section.fields, version) };
}

/** Items of a section in their order, 4.1, 4.2 and so on; a field without a number gets none. */
function numbered({ fields, ...section }: Section, place: number): Section {
  let item = 0;
  const renumber = (field: Field): Field => {
    if (field.no !== undefined) item += 1;
    const no = field.no === undefined ? {} : { no: `${place}.${item}` };
    return { ...field, ...no, ...(field.columns ? { columns: field.columns.map(renumber) } : {}) };
  };
  return { ...section, fields: fields.map(renumber) };
}

function ruleOf({ since: _since, until: _until, ...rule }: Rule): Rule {
  return rule;
}

/** A field marked with an unknown version would never be shown, so the start fails. */
function checkMarks({ code, versions, sections, rules }: VersionedForm): void {
  const check = (name: string, { since = 1, until = since }: InVersions) => {
    if (since < 1 || until < since || until > versions) {
      throw new Error(`Form ${code} has ${versions} version(s), and ${name} is of ${since} to ${until}.`);
    }
  };
  const checkFields = (fields: readonly Field[]) => {
    for (const field of fields) {
      check(`the field ${field.path}`, field);
      checkFields(field.columns ?? []);
    }
  };
  for (const section of sections) {
    check(`the section ${section.key}`, section);
    checkFields(section.fields);
  }
  for (const rule of rules) check(`the rule ${rule.code}`, rule);
}

/** The definitions of a form, the oldest version first. */
export function versionsOf(form: VersionedForm): readonly FormDefinition[] {
  checkMarks(form);
  const { versions, numberedSince, defaults, compute, sections, rules, ...rest } = form;
  const sectionsOf = (version: number) => {
    const found = sections.filter(isIn(version)).map((section) => sectionOf(section, version));
    const renumbers = numberedSince !== undefined && version >= numberedSince;
    return renumbers ? found.map((section, index) => numbered(section, index + 1)) : found;
  };
  return Array.from({ length: versions }, (_, index) => index + 1).map((version) => ({
    ...rest,
    version,
    sections: sectionsOf(version),
    rules: rules.filter(isIn(version)).map(ruleOf),
    defaults: (data) => defaults(data, version),
    compute: (values, data) => compute(values, data, version),
  }));
}
