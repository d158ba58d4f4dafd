/**
 * The first part of the address of the menu entry that a screen belongs to. A project of the archive has an address of
 * its own; who does not see the archive reaches it from the projects.
 */
export function menuPlace(path: string, seesArchive: boolean): string {
  const [, first = ''] = path.split('/');
  if (first !== 'projects-archived') return first;
  return seesArchive ? 'archived-projects' : 'projects';
}
