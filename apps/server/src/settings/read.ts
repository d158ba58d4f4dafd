import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** An invalid setting. The start prints the message. */
export class ConfigError extends Error {
  readonly setting: string;
  readonly problem: string;

  constructor(setting: string, problem: string) {
    super(`Setting ${setting}: ${problem}`);
    this.name = 'ConfigError';
    this.setting = setting;
    this.problem = problem;
  }
}

export type Env = Record<string, string | undefined>;

export function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(name, `must be a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}

export function flag(env: Env, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (['1', 'true', 'yes'].includes(text.toLowerCase())) return true;
  if (['0', 'false', 'no'].includes(text.toLowerCase())) return false;
  throw new ConfigError(name, `must be true or false, not "${text}"`);
}

export function address(env: Env, name: string, protocols: string[]): string | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(name, `must be an address that starts with ${protocols.join(' or ')}`);
  }
  return text;
}

/** The content of a file of the data folder; undefined if there is none. */
export function fileOf(dataDir: string, name: string): Uint8Array | undefined {
  try {
    return new TextEncoder().encode(readFileSync(resolve(dataDir, name), 'utf8').trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
