import { isPubliclyLate } from '@pimis/domain/public/status';
import { cutText } from '@pimis/domain/text/cut';
import { dayOf } from '../../../../platform/context.ts';
import { plannedEnd } from '../../../open-data/mapping/progress.ts';
import { pathOf } from '../../addresses.ts';
import { h, type PortalPage } from '../../html.ts';
import { Status } from '../../parts.ts';
import { filled } from '../../words.ts';
import { fundingSection, placesSection, purposeSection, summarySection } from './about.ts';
import type { ProjectParts } from './parts.ts';
import { estimatesSection, progressSection, scheduleSection } from './progress.ts';
import { decisionsSection, documentsSection, historySection, procurementsSection } from './record.ts';

const DESCRIPTION_LETTERS = 200;

const SECTIONS = [
  purposeSection,
  placesSection,
  fundingSection,
  estimatesSection,
  scheduleSection,
  progressSection,
  procurementsSection,
  decisionsSection,
  documentsSection,
  historySection,
];

const isLate = ({ facts, today }: ProjectParts) => isPubliclyLate(facts.status, plannedEnd(facts) ?? null, today);

/** The page of a project. */
export function projectPage(parts: ProjectParts): PortalPage {
  const { words, facts, project } = parts;
  const { texts, data } = words;
  const title = data(project.title);
  const description = data(project.description ?? project.title);
  return {
    title,
    description:
      description.length > DESCRIPTION_LETTERS
        ? `${cutText(description, DESCRIPTION_LETTERS).trimEnd()}…`
        : description,
    path: `/projects/${project.id}`,
    content: [
      h(
        'div',
        { key: 'head', className: 'project-head' },
        h(
          'p',
          { className: 'second' },
          `${data(facts.code)} · ${filled(texts.project.number, { number: facts.number })}`,
        ),
        h('h1', null, title),
        h(
          'p',
          null,
          h(Status, { words, status: facts.status, late: isLate(parts) }),
          ' ',
          h('a', { href: pathOf(words.language, `/bodies/${facts.organization.id}`) }, data(facts.organization.name)),
        ),
      ),
      h('div', { key: 'summary' }, summarySection(parts)),
      ...SECTIONS.map((section) => h('div', { key: section.name }, section(parts))),
      h(
        'p',
        { key: 'data', className: 'exact' },
        h('a', { href: `/api/open-data/projects/${project.id}` }, texts.project.data),
        ' · ',
        filled(texts.footer.updated, { day: words.day(dayOf(new Date(project.updated))) }),
      ),
    ],
  };
}
