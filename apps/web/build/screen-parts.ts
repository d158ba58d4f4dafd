import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The entries of `screens.tsx`: the script of each screen and its message areas. */
export interface ScreenPart {
  name: string;
  /** The source of its script, below the folder of the sources. */
  file: string;
  areas: string[];
}

const namesIn = (list: string) => [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);

export function screenParts(sources: string): { frame: string[]; screens: ScreenPart[]; count: number } {
  const source = readFileSync(join(sources, 'screens.tsx'), 'utf8');
  const constants = new Map(
    [...source.matchAll(/const (\w+)[^=\n]*= (?:\(\) => import\('([^']+)'\)|(\[[^\]]*\]));/g)].map(
      ([, name = '', file, areas]) => [name, file ?? areas ?? ''],
    ),
  );
  const written = /export const (\w+) = screen\(\s*(\[[^\]]*\]|\w+),\s*(?:\(\) => import\('([^']+)'\)|(\w+)),/g;
  const screens = [...source.matchAll(written)].map(([, name = '', areas = '', file, constant = '']) => ({
    name,
    file: join(file ?? constants.get(constant) ?? ''),
    areas: namesIn(constants.get(areas) ?? areas),
  }));
  return {
    frame: namesIn(/FRAME_AREAS[^=]*= (\[[^\]]*\])/.exec(source)?.[1] ?? ''),
    screens,
    count: source.match(/= screen\(/g)?.length ?? 0,
  };
}
