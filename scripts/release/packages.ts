import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of npm that a workspace needs at run time on this machine, found as Node would find them. */

interface Locked {
  version?: string;
  /** A workspace is linked to its folder. */
  link?: boolean;
  resolved?: string;
  license?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export interface Package {
  /** The folder, from the root of the repository. */
  path: string;
  name: string;
  version: string;
  license: string;
}

/**
 * Clients of Redis, which the library of uploads offers for locks and names as optional; the product has its own locks.
 */
const UNUSED = new Set(['@redis/client', 'ioredis']);

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Reads the lockfile once; returns a function that collects what workspaces and packages need. */
export function packagesOf(root: string): (from: readonly string[]) => Package[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const entry = (path: string) => lock.packages[path];

  /** The folder in which Node finds a package, from another one. */
  const found = (name: string, from: string): string | undefined => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
      if (entry(path)) return path;
      if (at === '') return undefined;
    }
  };
  const fits = ({ os, cpu, libc }: Locked) =>
    (os?.includes(process.platform) ?? true) &&
    (cpu?.includes(process.arch) ?? true) &&
    (libc?.includes('glibc') ?? true);
  const needs = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Locked) => [
    ...Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !UNUSED.has(name)),
    ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
  ];

  return (from) => {
    const seen = new Set<string>();
    const packages: Package[] = [];
    const visit = (path: string) => {
      const locked = entry(path);
      if (!locked || seen.has(path) || !fits(locked)) return;
      seen.add(path);
      if (locked.link === true) {
        visit(locked.resolved ?? '');
        return;
      }
      if (path.includes('node_modules/')) {
        // An optional package of another machine is in the lockfile alone.
        if (!existsSync(join(root, path, 'package.json'))) return;
        packages.push({
          path,
          name: nameOf(path),
          version: locked.version ?? '',
          license: locked.license ?? 'unknown',
        });
      }
      for (const name of needs(locked)) {
        const target = found(name, path);
        if (target) visit(target);
      }
    };
    for (const path of from) visit(path);
    return packages.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  };
}
