import { fileURLToPath } from 'node:url';
import { icons as tabler } from '@iconify-json/tabler';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:tabler/';
const PATH_ICON = fileURLToPath(new URL('../src/ui/path-icon.tsx', import.meta.url));

/** Stroked or filled; set on the path or on a group. */
const BODY = /^(?:<g [^>]*>)?(?:<path (?:[a-z-]+="[^"]*" ?)*\/>)+(?:<\/g>)?$/;

/**
 * Makes the module `virtual:tabler/<name>` of an icon from one file with the whole set: a package with six thousand
 * modules would be a third of all installed files.
 */
export function icons(): Plugin {
  return {
    name: 'pimis-icons',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load: (id) => {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const name = id.slice(PREFIX.length + 1);
      const body = tabler.icons[name]?.body;
      if (!body || !BODY.test(body)) throw new Error(`There is no icon ${name} that is made of paths`);
      const paths = [...body.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);
      const filled = !body.includes(' stroke="');
      return {
        code: `import { pathIcon } from ${JSON.stringify(PATH_ICON)};
export default /* @__PURE__ */ pathIcon(${JSON.stringify(paths)}, ${filled});`,
        // Importing one icon of the list does not load the others.
        moduleSideEffects: false,
      };
    },
  };
}
