import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { Value } from 'typebox/value';
import {
  type CallBody,
  type CallName,
  type CallParams,
  type CallPayload,
  type CallQuery,
  CALLS,
  type CallSuccess,
} from '@pimis/contract/calls';
import {
  type CallSchema,
  type CallSchemas,
  envelopeOf,
  type FieldError,
  NoQuerySchema,
} from '@pimis/contract/envelope';
import type { StatusName } from '@pimis/contract/errors';
import type { Permission, PolicyResource } from '@pimis/domain/access/policies';
import { EMAIL_PATTERN, emailProblem } from '@pimis/domain/text/email';
import { normalizeTexts } from '@pimis/domain/text/normal';
import { isWrittenNumber } from '@pimis/domain/text/number';
import { ONE_LINE } from '@pimis/domain/text/one-line';
import { cleanLines } from './clean-lines.ts';
import { ApiError, invalidFields } from '../errors.ts';
import type { CurrentUser } from '../access/current-user.ts';
import type { StandardAnswers, Taken } from './openapi.ts';
import { type Seen, underPrecondition } from './preconditions.ts';

/** Requires one of the named permissions of the policy table, checked with the data that the route has. */
export interface PermissionPolicy {
  permission: Permission | readonly Permission[];
  /** Facts of the resource that follow from the address. */
  resource?: PolicyResource;
  /** The refusal; Forbidden unless the catalogue has a more specific name. */
  refusal?: StatusName;
}

/** Requires a user for whom the check of the address passes; the check throws the refusal. */
export interface OwnPolicy {
  admit: (user: CurrentUser, params: Readonly<Record<string, string>>) => void;
}

/**
 * The callers of a route: anonymous callers only; anybody, with more for signed-in users; any signed-in user; or users
 * whom a policy admits. Checks that need the resource or the body are made by the service, with the same table.
 */
export type RoutePolicy = 'anonymous' | 'anybody' | 'signedIn' | PermissionPolicy | OwnPolicy;

/**
 * How often anonymous callers of one network may call a route per minute (trusted networks more often: networks.ts), or
 * why the route needs no limit. Calls with the same `name` share a counter; `inMemory` each process has its own, and no
 * network is stored.
 */
export type AnonymousLimit = { name: string; perMinute: number; inMemory?: boolean } | { unlimited: string };

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: RoutePolicy;
    limit?: AnonymousLimit | undefined;
    /** A file that a browser fetches by its address alone (download-cookie.ts). */
    byCookie?: boolean;
    bound?: Bound | undefined;
    closedToClients?: boolean;
    share?: string | undefined;
    takes?: Taken | undefined;
    standard?: StandardAnswers | undefined;
    tagged?: boolean;
    ifMatch?: boolean;
  }
  interface FastifyRequest {
    currentUser: CurrentUser | null;
  }
}

/**
 * Called when the token has identified the caller, before any query. It throws the refusal. It releases anything
 * acquired for the call when the response ends (`close` of `reply.raw`), also if the call is refused later.
 */
export type Bound = (userId: number, reply: FastifyReply) => void;

/** The input of a handler: the parts of the call that its schemas have accepted. */
export interface Call<Name extends CallName> {
  params: CallParams<Name>;
  query: CallQuery<Name>;
  body: CallBody<Name>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The result of a handler: the envelope of the contract, or the reply itself if the contract has none. */
type Answer<Name extends CallName> = [CallPayload<Name>] extends [never] ? unknown : CallSuccess<Name>;
type Answered<Name extends CallName> = Answer<Name> | Promise<Answer<Name>>;

interface RouteShape {
  summary: string;
  tag: string;
  bodyLimit?: number;
  /** A file that a browser fetches by its address alone (download-cookie.ts). */
  byCookie?: boolean;
  bound?: Bound;
  /** Not for clients although its permission is: the call serves browsers. */
  closedToClients?: true;
  /** The content type of the input, if it is not JSON; for the description. */
  takes?: Taken;
  /** Answers that a standard fixes; for the description. */
  standard?: StandardAnswers;
  /** A read whose answer has an ETag. */
  tagged?: true;
  /**
   * The share of database connections for anonymous callers of the route; by default the share of all anonymous
   * callers.
   */
  share?: string;
  /** A route of one kind among many that share a call: it has its own path and narrower schemas. */
  narrowed?: { path: string } & { [Key in keyof CallSchema]: CallSchema[Key] | undefined };
}

/** Pages and files that need no database. */
export const FROM_MEMORY: AnonymousLimit = { unlimited: 'it is answered from memory or a file' };

/** A change that If-Match may guard: reads what the caller saw, as the call that gave the tag. */
interface Guarded<Name extends CallName> {
  ifMatch?: (call: Call<Name> & { user: CurrentUser }) => Promise<Seen<CallBody<Name>, CallQuery<Name>>>;
}

/** The shape of a route for anonymous callers; it states its limit. */
interface OpenShape extends RouteShape {
  limit: AnonymousLimit;
}

const BODY_BYTES = 256 * 1024;
/** The maximum number of refused fields named in a response. */
export const MAX_FIELD_ERRORS = 1_000;

/**
 * By default the library stops after eight errors. An unknown field counts as two: its own, and one for the list of
 * unknown fields. The bound of a body limits the work.
 */
Settings.Set({ maxErrors: 10 * MAX_FIELD_ERRORS });

function register<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  shape: RouteShape & Partial<OpenShape> & { ifMatch?: unknown },
  policy: RoutePolicy,
  handler: (call: Call<Name>) => Answered<Name>,
): void {
  const [method = '', path = ''] = name.split(' ');
  const { params, query, body, payload, additional }: CallSchema = {
    ...(CALLS as CallSchemas)[name],
    ...shape.narrowed,
  };
  app.route({
    method,
    url: shape.narrowed?.path ?? path,
    config: {
      policy,
      byCookie: shape.byCookie === true,
      bound: shape.bound,
      closedToClients: shape.closedToClients === true,
      limit: shape.limit,
      share: shape.share,
      takes: shape.takes,
      standard: shape.standard,
      tagged: shape.tagged === true,
      ifMatch: shape.ifMatch !== undefined,
    },
    // The server's own, smaller limit applies to bodies of anonymous calls.
    ...(policy === 'anonymous' || policy === 'anybody' ? {} : { bodyLimit: shape.bodyLimit ?? BODY_BYTES }),
    schema: {
      summary: shape.summary,
      tags: [shape.tag],
      ...(policy === 'anonymous' ? { security: [] } : {}),
      ...(policy === 'anybody' ? { security: [{}, { bearer: [] }] } : {}),
      ...(params ? { params } : {}),
      querystring: query ?? NoQuerySchema,
      ...(body ? { body } : {}),
      // Also for work that has only started (202).
      ...(payload ? { response: { '2xx': envelopeOf(payload, additional) } } : {}),
    },
    handler: (request, reply) =>
      handler({
        // The validator has checked these three against the schemas that define their types.
        params: request.params as CallParams<Name>,
        query: request.query as CallQuery<Name>,
        body: request.body as CallBody<Name>,
        request,
        reply,
      }),
  });
}

/** A route that anybody may call without an account. */
export function anonymousRoute<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  shape: OpenShape,
  handler: (call: Call<Name>) => Answered<Name>,
): void {
  register(app, name, shape, 'anonymous', handler);
}

/** A route that anybody may call; it knows a signed-in user. An invalid token is refused. */
export function openRoute<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  shape: OpenShape,
  handler: (call: Call<Name> & { user: CurrentUser | null }) => Answered<Name>,
): void {
  register(app, name, shape, 'anybody', (call) => handler({ ...call, user: call.request.currentUser }));
}

/** A route for signed-in users whom its policy lets in. */
export function userRoute<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  shape: RouteShape & Guarded<Name> & (Partial<PermissionPolicy> | OwnPolicy),
  handler: (call: Call<Name> & { user: CurrentUser }) => Answered<Name>,
): void {
  register(app, name, shape, policyOf(shape), (call) => {
    const user = call.request.currentUser;
    if (!user) throw new ApiError('Unauthorized');
    return underPrecondition({ ...call, user }, shape.ifMatch, handler);
  });
}

function policyOf(shape: Partial<PermissionPolicy> | OwnPolicy): RoutePolicy {
  if ('admit' in shape) return { admit: shape.admit };
  const { permission, resource, refusal } = shape;
  if (permission === undefined) return 'signedIn';
  return { permission, ...(resource ? { resource } : {}), ...(refusal ? { refusal } : {}) };
}

/** Marks the routes that a plugin adds within this scope as public. */
export function openToAnybody(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, policy: 'anonymous', limit: FROM_MEMORY };
  });
}

/** Refuses to start a server that has a route without a policy. */
export function requirePolicies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.policy === undefined) {
      throw new Error(`Route ${String(route.method)} ${route.url} declares no policy.`);
    }
    if (['anonymous', 'anybody'].includes(route.config.policy as string) && route.config.limit === undefined) {
      throw new Error(`Route ${String(route.method)} ${route.url} declares no limit for who has not signed in.`);
    }
  });
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: object;
}

/** The part of a value at a path of the validator (/payload/0/email). */
function valueAt(value: unknown, path: string): unknown {
  let part = value;
  for (const name of path.split('/').slice(1)) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = (part as Record<string, unknown>)[name];
  }
  return part;
}

/** Returns one entry per refused field, with the names of the form rules' catalogue where they fit. */
export function fieldErrors(errors: readonly SchemaError[], value: unknown): FieldError[] {
  const fields = new Map<string, string>();
  for (const error of errors) {
    const at = error.instancePath.replace(/^\//, '').replaceAll('/', '.');
    const named = (names: unknown) =>
      Array.isArray(names) ? names.map((name) => (at ? `${at}.${String(name)}` : String(name))) : [];
    const params = error.params as { additionalProperties?: unknown; requiredProperties?: unknown };
    if (error.keyword === 'additionalProperties') {
      for (const name of named(params.additionalProperties)) fields.set(name, 'UnknownField');
    } else if (error.keyword === 'required') {
      for (const name of named(params.requiredProperties)) fields.set(name, 'EmptyField');
    } else if ('pattern' in params && params.pattern === ONE_LINE) {
      fields.set(at, 'NotOneLine');
    } else if ('pattern' in params && params.pattern === EMAIL_PATTERN) {
      const email = valueAt(value, error.instancePath);
      fields.set(at, (typeof email === 'string' && emailProblem(email)) || 'InvalidField');
    } else if (error.keyword !== 'boolean' && !fields.has(at)) {
      fields.set(at, 'InvalidField');
    }
  }
  // The error that no alternative matches is redundant if a field is named.
  if (fields.size > 1) fields.delete('');
  return [...fields].slice(0, MAX_FIELD_ERRORS).map(([field, code]) => ({ field, code }));
}

interface CompiledPart {
  (data: unknown): { value: unknown } | { error: Error };
}

/** All servers of a process share the contract; tests start many. */
const validators = new WeakMap<TSchema, Validator>();

export function validatorOf(schema: TSchema): Validator {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator;
}

/** Finds texts (`texts` as received) that Ajv converts to a number although they are none: half a page, yes, 0x5. */
const numbersMade = (texts: object, value: unknown): string[] =>
  Object.entries(texts)
    .filter(([name, text]) => {
      const number = (value as Record<string, unknown>)[name];
      return typeof number === 'number' && !(isWrittenNumber(String(text)) && Number(text) === number);
    })
    .map(([name]) => name);

/** The validator of the contract's schemas: it converts text to numbers in paths and queries, but nothing in bodies. */
export function compileSchema({ schema, httpPart }: { schema: unknown; httpPart?: string }): CompiledPart {
  const typed = schema as TSchema;
  const validator = validatorOf(typed);
  return (data) => {
    // Normalizes texts, so that stored, compared and counted texts are the same on every system. Bodies are already
    // normalized by their parser.
    const wrong = httpPart === 'headers' || httpPart === 'body' ? [] : normalizeTexts(data);
    if (wrong.length > 0) return { error: invalidFields(Object.fromEntries(wrong.map((at) => [at, 'InvalidField']))) };
    // The conversion changes the object that it receives.
    const texts = httpPart === 'body' ? {} : { ...(data as object) };
    const value = httpPart === 'body' ? data : Value.Convert(typed, data);
    if (httpPart === 'body') cleanLines(typed, value);
    if (!validator.Check(value)) {
      return { error: new ApiError('ValidationError', { fieldErrors: fieldErrors(validator.Errors(value), value) }) };
    }
    const made = numbersMade(texts, value);
    return made.length > 0
      ? { error: invalidFields(Object.fromEntries(made.map((name) => [name, 'InvalidField']))) }
      : { value };
  };
}
