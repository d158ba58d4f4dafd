/** The main screens, as those see them who use them most. */
export const SCREENS: Readonly<Record<'local.user' | 'admin', readonly string[]>> = {
  'local.user': [
    '/dashboard',
    '/projects',
    '/projects/MOST-CENTAR/details',
    '/projects/MOST-CENTAR/phases',
    '/projects/MOST-CENTAR/documents',
    '/projects/MOST-CENTAR/comments',
    '/notifications',
    '/registry/banks',
  ],
  admin: [
    '/dashboard',
    '/projects',
    '/projects/MOST-CENTAR/details',
    '/projects/MOST-CENTAR/phases',
    '/projects/MOST-CENTAR/documents',
    '/project-lists/3',
    '/reporting',
    '/registry/budget-users',
    '/administration/user/management',
    '/administration/audit',
  ],
};
