import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { NewSecret } from './NewSecret.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { type Change, useSecondFactorChange } from './use-second-factor-change.ts';

const TITLES = {
  switchOn: 'security.secondFactor.switchOnTitle',
  replace: 'security.secondFactor.replace',
  newCodes: 'security.secondFactor.newCodes',
  switchOff: 'security.secondFactor.switchOffTitle',
} as const satisfies Record<Change, string>;

const FORM = 'second-factor-change';

interface SecondFactorDialogProps {
  change: Change;
  active: boolean;
  onClose: () => void;
}

/** A change of the own second factor, step by step. */
export function SecondFactorDialog({ change, active, onClose }: SecondFactorDialogProps) {
  const { t } = useText();
  const steps = useSecondFactorChange(change, active, onClose);
  const { stage } = steps;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(stage.at === 'codes' ? 'security.secondFactor.codesTitle' : TITLES[change])}
      width={stage.at === 'prove' ? 'confirm' : 'decide'}
      unsaved={stage.at === 'codes'}
      question={{
        text: t('security.secondFactor.codesQuestion'),
        leave: t('security.secondFactor.saved'),
        stay: t('security.secondFactor.showCodes'),
      }}
      footer={
        stage.at === 'codes' ? (
          <Button onClick={onClose}>{t('security.secondFactor.saved')}</Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" form={FORM} loading={steps.busy}>
              {t(stage.at === 'confirm' ? 'security.secondFactor.confirm' : 'security.secondFactor.continue')}
            </Button>
          </>
        )
      }
    >
      {stage.at === 'codes' ? <RecoveryCodes codes={stage.codes} /> : <ChangeForm steps={steps} active={active} />}
    </Dialog>
  );
}

interface ChangeFormProps {
  steps: ReturnType<typeof useSecondFactorChange>;
  active: boolean;
}

/** The proof of identity; then the new secret, with the code that tests it. */
function ChangeForm({ steps, active }: ChangeFormProps) {
  const { t } = useText();
  const { stage, password, setPassword, code, setCode, problems, submit } = steps;
  const codeInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The focus is still on the button of the previous step. The dialog accepts input again in the next frame.
    if (stage.at === 'confirm') requestAnimationFrame(() => codeInput.current?.focus());
  }, [stage.at]);
  return (
    <form id={FORM} onSubmit={(event) => void submit(event)} noValidate>
      {stage.at === 'prove' && (
        <>
          <p style={{ marginBottom: 12 }}>{t('security.secondFactor.prove')}</p>
          <PasswordField
            label={t('security.secondFactor.password')}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problems.password}
            mb={12}
            required
          />
        </>
      )}
      {stage.at === 'confirm' && <NewSecret secret={stage.secret} />}
      {(stage.at === 'confirm' || active) && (
        <TextInput
          ref={codeInput}
          label={t('security.secondFactor.code')}
          description={stage.at === 'prove' ? t('security.secondFactor.codeHint') : undefined}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={problems.code}
          required
        />
      )}
    </form>
  );
}
