import type { NextStep } from '@pimis/contract/projects';

/**
 * The address where the next step of a project is taken: its form, the page of lists, the choice of a list, or its
 * page.
 */
export function stepPath(
  project: { code: string; projectPhaseId: number },
  { place, list }: Pick<NextStep, 'place' | 'list'>,
  form: { id: number; segment: string } | null,
): string {
  const forms = `/projects/${project.code}/phases/${project.projectPhaseId}/forms`;
  if (place === 'form' && form) return `${forms}/${form.segment}/id/${form.id}`;
  if (place === 'list' && list !== null) return `/project-lists/${list}`;
  return place === 'choice' ? `/projects/${project.code}/options/lists` : forms;
}
