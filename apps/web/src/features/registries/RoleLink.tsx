import { Link } from '@tanstack/react-router';
import { can } from '@pimis/domain/access/policies';
import { roleText } from '@pimis/domain/access/role-text';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';

interface RoleLinkProps {
  role: { roleId: number; roleDescription: string };
}

/** The name of a role, for users who may see roles as a link to its details. */
export function RoleLink({ role }: RoleLinkProps) {
  const text = useText();
  const user = useUser();
  const name = roleText(role.roleDescription, text);
  if (!can(user, 'role.view')) return name;
  return (
    <Link to="/administration/role/$roleId" params={{ roleId: String(role.roleId) }}>
      {name}
    </Link>
  );
}
