import type { Oc4idsProject } from '../mapping/oc4ids.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML, without the characters that XML does not allow. */
export function xmlText(text: string): string {
  return [...text.toWellFormed()]
    .filter((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code >= 0x20 ? code !== 0xfffe && code !== 0xffff : code === 0x9 || code === 0xa || code === 0xd;
    })
    .map((letter) => ESCAPES[letter] ?? letter)
    .join('');
}

/** The latest changed projects, newest first, as Atom (RFC 4287). */
export function feedOf(parts: {
  root: string;
  publisher: string;
  updated: string;
  projects: readonly Oc4idsProject[];
}): string {
  const { root, publisher, updated, projects } = parts;
  const entries = projects.map(
    (project) => `<entry><id>${xmlText(`${root}/projects/${project.id}`)}</id><title>${xmlText(project.title)}</title>
<updated>${project.updated}</updated><link href="${xmlText(`${root}/projects/${project.id}`)}" type="application/json"/>
<summary>${xmlText(project.description ?? project.title)}</summary></entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="sr"><id>${xmlText(root)}</id><title>Капитални пројекти</title>
<updated>${updated}</updated><author><name>${xmlText(publisher)}</name></author>
<link rel="self" href="${xmlText(`${root}/feed.atom`)}"/>
${entries.join('\n')}
</feed>
`;
}
