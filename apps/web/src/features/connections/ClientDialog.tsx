import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ClientDetails } from '@pimis/contract/clients';
import { networkRefusal } from '@pimis/domain/access/client-networks';
import { CLIENT_CLAIMS, CLIENT_DAYS, CLIENT_NAME_LENGTH, clientClaimRefusal } from '@pimis/domain/access/clients';
import { can, type PolicyUser } from '@pimis/domain/access/policies';
import { addDays } from '@pimis/domain/dates/dates';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { DateField } from '../../ui/DateField.tsx';
import { claimText } from '../administration/role-text.ts';
import { EditDialog } from '../editing/EditDialog.tsx';
import { OrganizationField } from './OrganizationField.tsx';
import '../administration/administration.css';

/** By default the access of a new client ends after a year. */
const USUAL_DAYS = 365;

/** The fields as typed; each address is on its own line. */
interface ClientFields {
  name: string;
  organizationId: string;
  organizationName: string;
  claims: string[];
  expiresOn: string;
  addresses: string;
}

const LABELS = {
  name: 'connections.name',
  organizationId: 'connections.organization',
  organizationName: 'connections.organization',
  claims: 'connections.claims',
  expiresOn: 'connections.expiresOn',
  addresses: 'connections.addresses',
} as const satisfies Record<keyof ClientFields, string>;

/** The label of a field in a response, where addresses are numbered. */
function labelOf(field: string, { t }: Text): string | undefined {
  const name = field.split('.')[0] ?? '';
  return Object.hasOwn(LABELS, name) ? t(LABELS[name as keyof ClientFields]) : undefined;
}

const addressesOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter((address) => address !== '');

/** Why the first invalid address is refused, with the network that was probably meant; undefined if all are valid. */
function addressProblem(typed: string, { t, status }: Text): string | undefined {
  for (const address of addressesOf(typed)) {
    const refusal = networkRefusal(address);
    if (refusal === null) continue;
    if (refusal.code !== 'NetworkHasHostBits')
      return t('connections.wrongAddress', { address, reason: status(refusal.code) });
    return t('connections.hostBits', { address, network: refusal.network, own: address.replace(/\/.*/, '') });
  }
  return undefined;
}

function problemsOf(values: ClientFields, text: Text): Partial<Record<keyof ClientFields, string>> {
  const { t, status } = text;
  const addresses = addressProblem(values.addresses, text);
  return {
    ...(addresses === undefined ? {} : { addresses }),
    ...(values.name.trim() === '' ? { name: t('common.required') } : {}),
    ...(values.organizationId === '' ? { organizationId: t('common.required') } : {}),
    ...(values.claims.length === 0 ? { claims: status('ClaimRequired') } : {}),
    ...(values.expiresOn === '' ? { expiresOn: t('common.required') } : {}),
  };
}

interface ClientDialogProps {
  /** The client to change; undefined for a new one. */
  client?: ClientDetails;
  today: string;
  onClose: () => void;
}

/** Makes or changes a client. */
export function ClientDialog({ client, today, onClose }: ClientDialogProps) {
  const text = useText();
  const { t, data, date } = text;
  const user = useUser();
  const navigate = useNavigate();
  const stored: ClientFields = {
    name: client?.name ?? '',
    organizationId: client?.organizationId ?? user.organizationId,
    organizationName: client?.organizationName ?? '',
    claims: client?.claims ?? ['Project_View'],
    expiresOn: client?.expiresOn ?? addDays(today, USUAL_DAYS),
    addresses: client?.addresses.join('\n') ?? '',
  };
  const save = async (values: ClientFields, revision: string | null) => {
    const { claims, expiresOn, organizationId } = values;
    const body = { name: values.name.trim(), claims, expiresOn, addresses: addressesOf(values.addresses) };
    if (client && revision !== null) {
      return call('PUT /administration/clients/:id', { params: { id: client.id }, body: { ...body, revision } });
    }
    const { payload } = await call('POST /administration/clients', { body: { ...body, organizationId } });
    void navigate({
      to: '/administration/connections/$clientId',
      params: { clientId: String(payload.id) },
      ignoreBlocker: true,
    });
    return payload;
  };
  return (
    <EditDialog
      title={t(client ? 'connections.editTitle' : 'connections.create')}
      place={client ? `client/${client.id}` : 'new-client'}
      width="compare"
      saved={t('connections.saved')}
      queryKey={['clients']}
      onClose={onClose}
      stored={stored}
      revision={client?.revision ?? null}
      valueText={(field) => (field === 'expiresOn' ? date(stored.expiresOn) : data(String(stored[field])))}
      itemText={(_, claim) => claimText(String(claim), text)}
      problemsOf={(values) => problemsOf(values, text)}
      label={(field) => labelOf(field, text)}
      save={save}
    >
      {({ values, problems, change }) => (
        <Fields
          values={values}
          problems={problems}
          onChange={change}
          today={today}
          user={user}
          {...(client ? { client } : {})}
        />
      )}
    </EditDialog>
  );
}

interface FieldsProps {
  values: ClientFields;
  problems: Partial<Record<keyof ClientFields, string>>;
  onChange: (change: Partial<ClientFields>) => void;
  today: string;
  user: PolicyUser;
  client?: ClientDetails;
}

function Fields({ values, problems, onChange, today, user, client }: FieldsProps) {
  const text = useText();
  const { t } = text;
  const offered = CLIENT_CLAIMS.filter((claim) => clientClaimRefusal(user, claim) === null);
  return (
    <>
      <div className="admin-form" style={{ marginBottom: 16 }}>
        <TextInput
          label={t('connections.name')}
          description={t('connections.nameHint', { name: values.name.trim() || t('connections.nameExample') })}
          required
          maxLength={CLIENT_NAME_LENGTH}
          value={values.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={problems.name}
        />
        <DateField
          label={t('connections.expiresOn')}
          required
          value={values.expiresOn}
          min={client && client.expiresOn < today ? client.expiresOn : today}
          max={addDays(today, CLIENT_DAYS)}
          onChange={(expiresOn) => onChange({ expiresOn: expiresOn ?? '' })}
          error={problems.expiresOn}
        />
        {!client && (
          <OrganizationField
            id={values.organizationId}
            name={values.organizationName}
            hint={t('connections.organizationHint')}
            problem={problems.organizationId}
            onChange={onChange}
            everywhere={can(user, 'client.administrate', { organizationId: '' })}
          />
        )}
        <Textarea
          className="whole"
          label={t('connections.addresses')}
          description={t('connections.addressesHint')}
          autosize
          minRows={2}
          value={values.addresses}
          onChange={(event) => onChange({ addresses: event.currentTarget.value })}
          error={problems.addresses}
        />
      </div>
      <Checkbox.Group
        label={t('connections.claims')}
        description={t('connections.claimsHint')}
        error={problems.claims}
        value={values.claims}
        onChange={(claims) => onChange({ claims })}
      >
        <div className="claim-groups" style={{ marginTop: 8 }}>
          {offered.map((claim) => (
            <Checkbox key={claim} value={claim} label={claimText(claim, text)} description={claim} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  );
}
