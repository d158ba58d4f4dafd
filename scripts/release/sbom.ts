import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Package } from './packages.ts';

/** Bills of materials (CycloneDX), written by npm and reduced to the packages of a release. */

interface Component {
  'bom-ref': string;
  type?: string;
  name: string;
  version: string;
  properties?: { name: string; value: string }[];
  externalReferences?: { type: string }[];
}

interface Bom {
  serialNumber: string;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** Names the folder that it was made in, or the registry that a package came from. */
const MACHINE_PROPERTY = 'cdx:npm:package:path';
const isOfMachine = ({ type }: { type: string }) => type === 'distribution';

/** A number that follows from the content: two runs give the same. */
function serialOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `urn:uuid:${[hash.slice(0, 8), hash.slice(8, 12), `5${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-')}`;
}

/**
 * The bill of a workspace: of its packages that are in the release, and of programs beside them. Error: that of npm.
 */
export function billOf(
  root: string,
  {
    workspace,
    packages,
    programs,
    at,
  }: { workspace: string; packages: readonly Package[]; programs: readonly Component[]; at: Date },
): string {
  // Not with --omit dev: npm then leaves out what tools of the root need as well, as pg and react.
  const written = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '-w', workspace], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const bom = JSON.parse(written) as Bom;
  const kept = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const ofRelease = (ref: string) =>
    kept.has(ref) || ref.startsWith('@pimis/') || ref === bom.metadata.component['bom-ref'];
  const cleaned = (component: Component): Component => ({
    ...component,
    ...(component.properties && { properties: component.properties.filter(({ name }) => name !== MACHINE_PROPERTY) }),
    ...(component.externalReferences && {
      externalReferences: component.externalReferences.filter((reference) => !isOfMachine(reference)),
    }),
  });
  const components = bom.components.filter((component) => ofRelease(component['bom-ref'])).map(cleaned);
  const all = [...components, ...programs].toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1));
  const refs = new Set([...all.map((component) => component['bom-ref']), bom.metadata.component['bom-ref']]);
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)).toSorted() }))
    .toSorted((one, other) => (one.ref < other.ref ? -1 : 1));
  const metadata = {
    ...bom.metadata,
    timestamp: at.toISOString(),
    component: { ...cleaned(bom.metadata.component), name: 'pimis' },
  };
  const text = JSON.stringify({ ...bom, serialNumber: '', metadata, components: all, dependencies }, null, 1);
  return `${JSON.stringify({ ...(JSON.parse(text) as Bom), serialNumber: serialOf(text) }, null, 1)}\n`;
}

/** A program that comes as a package and is not JavaScript. */
export const program = (name: string, version: string): Component => ({
  'bom-ref': `${name}@${version}`,
  type: 'application',
  name,
  version,
});
