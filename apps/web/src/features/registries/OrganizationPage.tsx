import { useQuery } from '@tanstack/react-query';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { useText } from '../../i18n/use-text.ts';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { rowQuery } from './api.ts';
import { RowValues } from './RowValues.tsx';
import { useAddress } from '../../ui/address.ts';
import './registries.css';

const REGISTRY = registryOf('organizations');

/** A budget user as a legal entity, read-only (specification, "Registry"). */
export function OrganizationPage() {
  const { data } = useText();
  const { organizationId = '' } = useAddress();
  const { data: found, error } = useQuery(rowQuery(REGISTRY.code, organizationId));
  if (error && !found) return <ErrorPage error={error} />;
  if (!found) return <Waiting />;
  return (
    <>
      <div className="page-head">
        <h1>{data(found.row.name)}</h1>
      </div>
      <div className="panel" style={{ padding: 16 }}>
        <RowValues registry={REGISTRY} row={found.row} names={found.details.names} />
      </div>
    </>
  );
}
