/*
 * The interface as a list of what clients rely on: who may make a call, its inputs and the fields of its answer, with
 * their types. It is made from the description, so it has what clients see.
 */

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
}

interface Operation {
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  security?: object[];
  components?: { schemas?: Record<string, Schema> };
}

/** A field: the types of its values, and whether it is always there. */
interface Field {
  types: readonly string[];
  required: boolean;
}
type Fields = Map<string, Field>;

interface Call {
  /** How many lines of the changelog name it. */
  changes: number;
  inputs: Fields;
  answers: Fields;
}
export type Listing = Map<string, Call>;

const unite = (...lists: (readonly string[])[]): string[] => [...new Set(lists.flat())].toSorted();

/** The fields of alternatives together. */
function alternatives(lists: Fields[]): Fields {
  const fields: Fields = new Map();
  for (const path of new Set(lists.flatMap((list) => [...list.keys()]))) {
    const all = lists.map((list) => list.get(path));
    const present = all.filter((field) => field !== undefined);
    fields.set(path, {
      types: unite(...present.map(({ types }) => types)),
      // An alternative without the field, such as null, shows in the types of the value itself.
      required: present.every(({ required }) => required),
    });
  }
  return fields;
}

/** The fields of a schema by their paths: `rows[].name`. */
function fieldsOf(
  schema: Schema,
  path: string,
  required: boolean,
  schemas: Record<string, Schema>,
  within = '',
): Fields {
  const down = (part: Schema, at: string, must: boolean) => fieldsOf(part, at, must, schemas, within);
  const only = (...types: string[]): Fields => new Map([[path, { types: unite(types), required }]]);
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    // A schema that contains itself is listed once.
    if (within.includes(`/${name}/`) || !schemas[name]) return only('again');
    return fieldsOf(schemas[name], path, required, schemas, `${within}/${name}/`);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return alternatives(choices.map((choice) => down(choice, path, required)));
  if (schema.allOf) return new Map(schema.allOf.flatMap((part) => [...down(part, path, required)]));
  if (schema.const !== undefined) return only(JSON.stringify(schema.const));
  if (schema.enum) return only(...schema.enum.map((value) => JSON.stringify(value)));
  const fields = only(...(schema.type === undefined ? ['anything'] : [schema.type].flat()));
  const add = (more: Fields) => more.forEach((field, at) => fields.set(at, field));
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    add(down(part, path ? `${path}.${name}` : name, schema.required?.includes(name) === true));
  }
  if (schema.items) add(down(schema.items, `${path}[]`, true));
  if (typeof schema.additionalProperties === 'object') add(down(schema.additionalProperties, `${path}.*`, false));
  for (const part of Object.values(schema.patternProperties ?? {})) add(down(part, `${path}.*`, false));
  return fields;
}

/** The callers whom the call admits. */
function accessOf(security: object[]): string[] {
  const names = security.map((scheme) => Object.keys(scheme)[0] ?? 'anybody');
  return unite(names.length === 0 ? ['anybody'] : names);
}

/** The parts of an envelope that differ from call to call. */
const isOwn = (path: string) => path !== '' && !/^(status|errors)\b/.test(path);

function listCall(operation: Operation, { security = [], components }: Description, changes: number): Call {
  const schemas = components?.schemas ?? {};
  const inputs: Fields = new Map([['access', { types: accessOf(operation.security ?? security), required: false }]]);
  const add = (fields: Fields) => fields.forEach((field, path) => inputs.set(path, field));
  for (const { name, in: place, required = false, schema } of operation.parameters ?? []) {
    add(fieldsOf(schema, `${place}.${name}`, required, schemas));
  }
  for (const [type, { schema = {} }] of Object.entries(operation.requestBody?.content ?? {})) {
    add(fieldsOf(schema, type === 'application/json' ? 'body' : `body(${type})`, true, schemas));
  }
  const successes = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => Object.entries(content ?? {}));
  const answers: Fields = new Map();
  for (const [type, { schema }] of successes) {
    if (!schema) answers.set(`(${type})`, { types: ['file'], required: true });
    else fieldsOf(schema, '', true, schemas).forEach((field, path) => isOwn(path) && answers.set(path, field));
  }
  return { changes, inputs, answers };
}

/** How many lines of the changelog name the call. */
const changesOf = (changelog: string, call: string): number =>
  changelog.split('\n').filter((line) => line.includes(`\`${call}\``)).length;

export function listInterface(description: Description, changelog: string): Listing {
  const listing: Listing = new Map();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      listing.set(name, listCall(operation, description, changesOf(changelog, name)));
    }
  }
  return listing;
}

const writeField =
  (mark: string) =>
  ([path, { types, required }]: [string, Field]): string =>
    `${mark} ${path}${required ? '' : '?'}: ${types.join(' | ')}`;

export function writeListing(listing: Listing): string {
  const byName = (a: [string, unknown], b: [string, unknown]) => (a[0] < b[0] ? -1 : 1);
  const calls = [...listing].toSorted(byName).map(([name, { changes, inputs, answers }]) => {
    const head = changes > 0 ? `${name} # ${changes}` : name;
    return [
      head,
      ...[...inputs].toSorted(byName).map(writeField('>')),
      ...[...answers].toSorted(byName).map(writeField('<')),
      '',
    ].join('\n');
  });
  return calls.join('\n');
}

export function readListing(text: string): Listing {
  const listing: Listing = new Map();
  for (const block of text.split('\n\n').filter((part) => part.trim() !== '')) {
    const [head = '', ...lines] = block.trim().split('\n');
    const [name = '', changes = '0'] = head.split(' # ');
    const call: Call = { changes: Number(changes), inputs: new Map(), answers: new Map() };
    for (const line of lines) {
      const [, mark, path = '', optional, types = ''] = /^([<>]) (.+?)(\?)?: (.*)$/.exec(line) ?? [];
      const fields = mark === '>' ? call.inputs : call.answers;
      fields.set(path, { types: types.split(' | '), required: optional === undefined });
    }
    listing.set(name, call);
  }
  return listing;
}

const isWithin = (types: readonly string[], others: readonly string[]): boolean =>
  types.every((type) => others.includes(type));

/** Changes of an input that break clients: it was removed, became required, or takes less than before. */
function inputBreaks(before: Fields, after: Fields): string[] {
  const lost = [...before].flatMap(([path, field]) => {
    const now = after.get(path);
    if (!now) return [`no longer takes ${path}`];
    if (!isWithin(field.types, now.types)) return [`takes another type of ${path}`];
    return now.required && !field.required ? [`needs ${path}`] : [];
  });
  const added = [...after].filter(([path, { required }]) => required && !before.has(path) && isNeeded(path, before));
  return [...lost, ...added.map(([path]) => `needs ${path}`)];
}

/** A required field of an object that is new itself is needed only with the object. */
function isNeeded(path: string, before: Fields): boolean {
  const parent = path.replace(/(\[\]|\.[^.[]+)$/, '');
  return parent === path || before.has(parent) || !parent.includes('.');
}

/** Changes of an answer that break clients: a field was removed, may be missing, or has values of another type. */
function answerBreaks(before: Fields, after: Fields): string[] {
  return [...before].flatMap(([path, field]) => {
    const now = after.get(path);
    if (!now) return [`no longer answers ${path}`];
    if (!isWithin(now.types, field.types)) return [`answers another type of ${path}`];
    return field.required && !now.required ? [`may answer without ${path}`] : [];
  });
}

/** The changes from one listing to another that break clients and that no new line of the changelog names. */
export function unnamedBreaks(before: Listing, after: Listing, changelog: string): string[] {
  return [...before].flatMap(([name, old]) => {
    if (changesOf(changelog, name) > old.changes) return [];
    const now = after.get(name);
    if (!now) return [`${name}: is gone`];
    const breaks = [...inputBreaks(old.inputs, now.inputs), ...answerBreaks(old.answers, now.answers)];
    return breaks.map((one) => `${name}: ${one}`);
  });
}
