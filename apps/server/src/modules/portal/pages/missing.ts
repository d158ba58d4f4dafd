import { pathOf } from '../addresses.ts';
import { h, type PortalPage } from '../html.ts';
import type { Words } from '../words.ts';

/** The page for visitors refused because of too many requests. */
export function busyPage({ texts }: Words): PortalPage {
  return {
    title: texts.busy.title,
    description: texts.busy.text,
    path: '',
    hidden: true,
    content: [h('h1', { key: 'title' }, texts.busy.title), h('p', { key: 'text' }, texts.busy.text)],
  };
}

/** The page for every URL without a public page; it is always the same. */
export function missingPage({ texts, language }: Words): PortalPage {
  return {
    title: texts.missing.title,
    description: texts.missing.text,
    path: '',
    hidden: true,
    content: [
      h('h1', { key: 'title' }, texts.missing.title),
      h('p', { key: 'text' }, texts.missing.text),
      h('p', { key: 'back' }, h('a', { href: pathOf(language, '') }, texts.missing.back)),
    ],
  };
}
