import type { ReactNode } from 'react';
import type { PublicFacts } from '../../../open-data/facts.ts';
import type { Oc4idsProject } from '../../../open-data/mapping/oc4ids.ts';
import { h } from '../../html.ts';
import type { Words } from '../../words.ts';

const DAY = 'YYYY-MM-DD'.length;

/** The input of every section of a project's page. */
export interface ProjectParts {
  words: Words;
  facts: PublicFacts;
  project: Oc4idsProject;
  /** Codes of districts by name, for links. */
  districts: ReadonlyMap<string, string>;
  /** YYYY-MM-DD. */
  today: string;
}

/** The day (YYYY-MM-DD) on which a period begins or ends; the standard requires a time as well, which is cut off. */
export const dayIn = (end: string | undefined) => end?.slice(0, DAY);

/** A note of the final report under its title. */
export const completionNote = (title: string, text: string | undefined, { data }: Words): ReactNode =>
  text === undefined ? null : [h('h3', { key: title }, title), h('p', { key: 'note', className: 'prose' }, data(text))];
