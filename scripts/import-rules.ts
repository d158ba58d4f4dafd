/** The import rules of ARCHITECTURE.md as functions over a graph: file → files and packages it imports. */
export type Graph = ReadonlyMap<string, readonly string[]>;

export interface Violation {
  rule: string;
  from: string;
  to: string;
}

interface Rule {
  name: string;
  from: RegExp;
  /** Fails when the imported path fits; $1 of `from` may stand in it. */
  forbidden: (from: RegExpExecArray, to: string) => boolean;
}

const TEST = /\.test\.tsx?$/;
const TOOLS = /^(node:|vitest$|fast-check$)/;

const RULES: readonly Rule[] = [
  {
    name: 'the domain stands alone',
    from: /^packages\/domain\/src\/(?!.*\.test\.ts$)/,
    forbidden: (_, to) => !to.startsWith('packages/domain/src/'),
  },
  {
    name: 'the contract stands on the domain',
    from: /^packages\/contract\/src\//,
    forbidden: (_, to) => !/^(packages\/(contract|domain)\/src\/|typebox)/.test(to),
  },
  {
    name: 'reading Markdown stands on the domain',
    from: /^packages\/markdown\/src\//,
    forbidden: (_, to) => !/^(packages\/(markdown|domain)\/src\/|marked$)/.test(to),
  },
  {
    name: 'the web does not know the server',
    from: /^apps\/web\//,
    forbidden: (_, to) => /^(apps\/server\/|pg$|kysely|fastify|@fastify|node:)/.test(to),
  },
  {
    name: 'the server does not know the web',
    from: /^apps\/server\//,
    forbidden: (_, to) => to.startsWith('apps/web/'),
  },
  {
    name: 'the platform is below the modules',
    from: /^apps\/server\/src\/platform\//,
    forbidden: (_, to) => to.startsWith('apps/server/src/modules/'),
  },
  {
    name: 'modules meet through services, not through queries',
    from: /^apps\/server\/src\/modules\/([^/]+)\//,
    forbidden: (from, to) => {
      const module = /^apps\/server\/src\/modules\/([^/]+)\/queries\.ts$/.exec(to)?.[1];
      return module !== undefined && module !== from[1];
    },
  },
  {
    name: 'tests of the domain use the domain, its test helpers and the examples',
    from: /^packages\/domain\/(test\/|src\/.*\.test\.ts$)/,
    forbidden: (_, to) => !/^packages\/(domain\/(src|test)|examples\/src)\//.test(to),
  },
  {
    name: 'filled examples stand on the domain',
    from: /^packages\/examples\/src\//,
    forbidden: (_, to) => !/^packages\/(examples|domain)\/src\//.test(to),
  },
  {
    name: 'filled examples are for tests and the demo',
    from: /^(packages|apps)\/(?!examples\/|domain\/test\/|server\/src\/(seed|testing)\/)(?!.*\.test\.tsx?$)/,
    forbidden: (_, to) => /^packages\/(examples\/|domain\/test\/)/.test(to),
  },
  { name: 'nothing imports a test', from: /./, forbidden: (_, to) => TEST.test(to) },
];

/**
 * The floors on which the server's modules stand, the lowest first (ARCHITECTURE.md): a module imports from floors below
 * its own. One that is named on no floor breaks the rule.
 */
export const FLOORS: readonly (readonly string[])[] = [
  ['identity', 'organizations', 'system', 'notices', 'operations', 'projects', 'form-store'],
  ['registry', 'notifications', 'documents', 'following', 'workflow'],
  ['comments', 'indicators'],
  ['forms'],
  ['lists'],
  ['project-page'],
  ['reports', 'dashboard'],
];

const SERVER_MODULE = /^apps\/server\/src\/modules\/([^/]+)\//;

/** Imports between server modules that do not go down. Tests may look from below at what stands above. */
export function climbing(graph: Graph): Violation[] {
  const floorOf = (module: string) => FLOORS.findIndex((floor) => floor.includes(module));
  const found: Violation[] = [];
  for (const [file, imports] of graph) {
    const from = SERVER_MODULE.exec(file)?.[1];
    if (from === undefined || TEST.test(file)) continue;
    if (floorOf(from) < 0) found.push({ rule: 'every module stands on a floor', from: file, to: from });
    for (const to of imports) {
      const module = SERVER_MODULE.exec(to)?.[1];
      if (module === undefined || module === from || floorOf(module) < floorOf(from)) continue;
      found.push({ rule: 'modules import from floors below', from: file, to });
    }
  }
  return found;
}

/** The room of a file: a module of the server, a feature or folder of the web application; null outside of both. */
export function roomOf(file: string): string | null {
  const module = SERVER_MODULE.exec(file)?.[1];
  if (module !== undefined) return `server/${module}`;
  const web = /^apps\/web\/src\/(features\/[^/]+|[^/]+)\//.exec(file)?.[1];
  return web === undefined ? null : `web/${web}`;
}

/** The same graph between rooms. */
export function roomGraph(graph: Graph): Graph {
  const rooms = new Map<string, Set<string>>();
  for (const [file, imports] of graph) {
    const from = roomOf(file);
    if (from === null || TEST.test(file)) continue;
    const reached = rooms.get(from) ?? new Set();
    for (const to of imports) {
      const room = roomOf(to);
      if (room !== null && room !== from) reached.add(room);
    }
    rooms.set(from, reached);
  }
  return new Map([...rooms].map(([room, reached]) => [room, [...reached]]));
}

/** Every import that breaks a rule. Tests may use their tools, but keep to the same directions otherwise. */
export function brokenRules(graph: Graph): Violation[] {
  const found: Violation[] = [];
  for (const [file, imports] of graph) {
    const isTest = TEST.test(file);
    for (const rule of RULES) {
      const from = rule.from.exec(file);
      if (!from) continue;
      for (const to of imports) {
        if (isTest && TOOLS.test(to)) continue;
        if (rule.forbidden(from, to)) found.push({ rule: rule.name, from: file, to });
      }
    }
  }
  return found;
}

/** Circles of imports, each as the files it runs through. */
export function cycles(graph: Graph): string[][] {
  const found: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  const visit = (file: string): void => {
    state.set(file, 'open');
    trail.push(file);
    for (const to of graph.get(file) ?? []) {
      if (state.get(to) === 'open') found.push([...trail.slice(trail.indexOf(to)), to]);
      else if (!state.has(to) && graph.has(to)) visit(to);
    }
    trail.pop();
    state.set(file, 'done');
  };
  for (const file of graph.keys()) if (!state.has(file)) visit(file);
  return found;
}
