import { useQuery } from '@tanstack/react-query';
import { ORGANIZATION_STATUS } from '@pimis/domain/constants';
import { call } from '../../api/client.ts';
import { dashboardQuery } from '../../api/common.ts';
import { useText } from '../../i18n/use-text.ts';
import { Lookup } from '../../ui/Lookup.tsx';

interface OrganizationFieldProps {
  id: string;
  name: string;
  hint: string;
  problem: string | undefined;
  onChange: (change: { organizationId: string; organizationName: string }) => void;
  /** May another organization than the own one be chosen? */
  everywhere: boolean;
}

/** The organization of a new connection: the own one, or any for an administrator. */
export function OrganizationField({ id, name, hint, problem, onChange, everywhere }: OrganizationFieldProps) {
  const { t, data } = useText();
  const { data: dashboard } = useQuery(dashboardQuery);
  const own = dashboard?.organization;
  const shown = [id, data(name || (own?.id === id ? own.name : ''))].filter((part) => part !== '').join(' · ');
  return (
    <div className="whole">
      <Lookup
        kind="registered-organizations"
        label={t('connections.organization')}
        required
        readOnly={!everywhere}
        shown={shown}
        minCharacters={1}
        search={async (typed) => {
          const query = { 'filter[search]': typed, 'filter[status]': String(ORGANIZATION_STATUS.approved) };
          return (await call('GET /security/organizations', { query })).payload;
        }}
        rowKey={(row) => row.id}
        rowText={(row) => `${row.id} · ${data(row.name)}`}
        onPick={(row) => onChange({ organizationId: row?.id ?? '', organizationName: row?.name ?? '' })}
        error={problem}
      />
      <p className="meta">{hint}</p>
    </div>
  );
}
