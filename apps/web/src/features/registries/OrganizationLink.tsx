import { Link } from '@tanstack/react-router';

/** Name of a budget user that leads to its details. */
export function OrganizationLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to="/registry/organization/$organizationId" params={{ organizationId: id }}>
      {name}
    </Link>
  );
}
