import { fileURLToPath } from 'node:url';
import { icons as tabler } from '@iconify-json/tabler';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:tabler/';
const DRAWN = fileURLToPath(new URL('../src/ui/drawn-icon.tsx', import.meta.url));

/** Lines, or what is filled: said on the path, or on the group around several. */
const BODY = /^(?:<g [^>]*>)?(?:<path (?:[a-z-]+="[^"]*" ?)*\/>)+(?:<\/g>)?$/;

/**
 * Makes the module `virtual:tabler/<name>` of an icon, from the whole set as one file: a package with a module for each
 * of six thousand icons is a third of all files that are installed.
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
        code: `import { drawnIcon } from ${JSON.stringify(DRAWN)};
export default /* @__PURE__ */ drawnIcon(${JSON.stringify(paths)}, ${filled});`,
        // Whoever takes one icon of the list is not given the others.
        moduleSideEffects: false,
      };
    },
  };
}
