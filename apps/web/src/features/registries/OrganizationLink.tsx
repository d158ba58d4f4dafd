import { Link } from '@tanstack/react-router';
import { can } from '@pimis/domain/access/policies';
import { useUser } from '../../api/session.ts';

interface OrganizationLinkProps {
  id: string;
  name: string;
}

/** Name of a budget user that leads to its details. */
export function OrganizationLink({ id, name }: OrganizationLinkProps) {
  return (
    <Link to="/registry/organization/$organizationId" params={{ organizationId: id }}>
      {name}
    </Link>
  );
}

/** The same of an organization that people belong to: for who may edit it, it leads to where it is maintained. */
export function EmployerLink({ id, name }: OrganizationLinkProps) {
  const user = useUser();
  if (!can(user, 'organization.edit', { organizationId: id })) return <OrganizationLink id={id} name={name} />;
  return (
    <Link to="/administration/organization/$organizationId" params={{ organizationId: id }}>
      {name}
    </Link>
  );
}
