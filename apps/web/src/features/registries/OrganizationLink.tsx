import { Link } from '@tanstack/react-router';
import { can } from '@pimis/domain/access/policies';
import { useUser } from '../../api/session.ts';

interface OrganizationLinkProps {
  id: string;
  name: string;
}

/** The name of a budget user as a link to its details. */
export function OrganizationLink({ id, name }: OrganizationLinkProps) {
  return (
    <Link to="/registry/organization/$organizationId" params={{ organizationId: id }}>
      {name}
    </Link>
  );
}

/** The same for an organization with users: users who may edit it get a link to its administration. */
export function EmployerLink({ id, name }: OrganizationLinkProps) {
  const user = useUser();
  if (!can(user, 'organization.edit', { organizationId: id })) return <OrganizationLink id={id} name={name} />;
  return (
    <Link to="/administration/organization/$organizationId" params={{ organizationId: id }}>
      {name}
    </Link>
  );
}
