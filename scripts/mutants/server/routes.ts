import { of } from './server-mutant.ts';

const GUARD = ['guard'];

/** The guard of every route, and what keeps the server from starting. */
export const ROUTES = [
  ...of('platform/authenticate.ts', GUARD, [
    ["if (policy === undefined) throw new ApiError('Forbidden');", ''],
    ["token && policy !== 'anonymous'", 'token'],
    ["if (policy === 'anonymous') return limitAnonymous(context, request);", ''],
    ["if (!request.currentUser) throw new ApiError('Unauthorized');", 'if (!request.currentUser) return;'],
    ["if (policy === 'signedIn' || policy === 'anybody') return;", 'return;'],
    ['hits > timesFrom', 'hits >= timesFrom'],
    ["if (limit === undefined) throw new ApiError('Forbidden');", 'if (limit === undefined) return;'],
    ["policy === 'anybody' && request.headers.authorization === undefined", "policy === 'anybody'"],
    ['permissions.some(', '!permissions.every('],
    ["policy.refusal ?? 'Forbidden'", "'Forbidden'"],
    [
      "if ('admit' in policy) return policy.admit",
      "if ('admit' in policy) return; if ('admit' in policy) return policy.admit",
    ],
    ['can(user, permission, policy.resource)', 'can(user, permission)'],
  ]),
  ...of(
    'platform/http.ts',
    ['app'],
    [
      ['if (route.config?.policy === undefined) {', 'if (false) {'],
      ["if (['anonymous', 'anybody'].includes(", "if (['anonymous'].includes("],
      ["if (['anonymous', 'anybody'].includes(", "if (['anybody'].includes("],
      ['&& route.config.limit === undefined', '&& false'],
    ],
  ),
];
