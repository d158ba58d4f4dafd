/**
 * The first part of the address of the menu entry that a screen belongs to. An archived project has another address;
 * users who do not see the archive reach it from the projects.
 */
export function menuPlace(path: string, seesArchive: boolean): string {
  const [, first = ''] = path.split('/');
  if (first !== 'projects-archived') return first;
  return seesArchive ? 'archived-projects' : 'projects';
}
