import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import type { Organization } from '@pimis/contract/organizations';
import { ORGANIZATION_STATUS, RESOLUTION_MAX_LENGTH } from '@pimis/domain/constants';
import { isBlank } from '@pimis/domain/text/blank';
import { LOGIN_MAX } from '@pimis/domain/text/login';
import { referencesOf } from '../../api/lookups.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Lookup } from '../../ui/Lookup.tsx';
import { Warning } from '../../ui/Warning.tsx';
import { FoundInput } from '../editing/FoundInput.tsx';
import { type RegistrationDecision, useRegistrationDecision } from './use-registration-decision.ts';

interface AccountFieldsProps {
  decision: RegistrationDecision;
  branch: { code: string | null; name: string };
  change: (changed: Partial<RegistrationDecision>) => void;
  loginProblem: string | undefined;
}

/** The treasury branch and the administrator's account of an organization that is approved. */
function AccountFields({ decision: { generateLogin, adminLogin }, branch, change, loginProblem }: AccountFieldsProps) {
  const { t, data } = useText();
  return (
    <>
      <Lookup
        kind="treasury-branches"
        label={t('organizations.treasury')}
        shown={branch.code ? `${branch.code} · ${data(branch.name)}` : ''}
        minCharacters={1}
        search={(typed) => referencesOf('treasury-branches', typed)}
        rowKey={(row) => row.id}
        rowText={(row) => `${row.id} · ${data(row.name)}`}
        onPick={(row) => change({ branch: row?.id ?? '', branchName: row?.name ?? '' })}
      />
      <Checkbox
        mt={12}
        label={t('organizations.generateLogin')}
        checked={generateLogin}
        onChange={(event) => change({ generateLogin: event.currentTarget.checked })}
      />
      {!generateLogin && (
        <TextInput
          mt={8}
          label={t('organizations.adminLogin')}
          required
          maxLength={LOGIN_MAX}
          value={adminLogin}
          onChange={(event) => change({ adminLogin: event.currentTarget.value })}
          error={loginProblem}
          autoComplete="off"
        />
      )}
    </>
  );
}

/** Shows a decision made by somebody else meanwhile. */
function DecidedMeanwhile({
  organization: { status, resolvedDate, resolvedUserName },
}: {
  organization: Organization;
}) {
  const { t, data, instant } = useText();
  return (
    <Warning>
      {t(
        status === ORGANIZATION_STATUS.approved
          ? 'organizations.approvedMeanwhile'
          : 'organizations.cancelledMeanwhile',
        {
          date: resolvedDate === null ? t('common.noValue') : instant(resolvedDate),
          name: data(resolvedUserName) || t('common.noValue'),
        },
      )}
    </Warning>
  );
}

interface DecisionDialogProps {
  organization: Organization;
  approve: boolean;
  onClose: () => void;
}

/** Approves a request to register, with the administrator's account, or refuses it. */
export function DecisionDialog({ organization, approve, onClose }: DecisionDialogProps) {
  const { t, data } = useText();
  const { decision, branch, kept, change, loginProblem, busy, decide } = useRegistrationDecision(
    organization,
    approve,
    onClose,
  );
  const name = data(organization.name);
  // Somebody else has decided first. Typed text stays, so that the user can copy it.
  const isDecided = !busy && organization.status !== ORGANIZATION_STATUS.pending;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(approve ? 'organizations.approveTitle' : 'organizations.cancelTitle')}
      width="decide"
      unsaved={!isBlank(decision.comment) || decision.adminLogin.trim() !== ''}
      confirm={
        <Button
          type="submit"
          form="decision"
          loading={busy}
          disabled={isDecided}
          {...(approve ? {} : { color: 'red' })}
        >
          {t(approve ? 'organizations.approve' : 'organizations.cancel')}
        </Button>
      }
    >
      <FoundInput {...kept} />
      {isDecided && <DecidedMeanwhile organization={organization} />}
      <form id="decision" onSubmit={(event) => void decide(event)} noValidate>
        <p style={{ marginBottom: 12 }}>
          {approve
            ? t('organizations.approveText', { name, admin: data(organization.adminName) })
            : t('organizations.cancelText', { name })}
        </p>
        {approve && <AccountFields decision={decision} branch={branch} change={change} loginProblem={loginProblem} />}
        <Textarea
          mt={12}
          label={t('organizations.comment')}
          autosize
          minRows={3}
          maxLength={RESOLUTION_MAX_LENGTH}
          value={decision.comment}
          onChange={(event) => change({ comment: event.currentTarget.value })}
        />
        <Checkbox
          mt={12}
          label={t('organizations.notifyAdmin')}
          checked={decision.notifyAdmin}
          onChange={(event) => change({ notifyAdmin: event.currentTarget.checked })}
        />
      </form>
    </Dialog>
  );
}
