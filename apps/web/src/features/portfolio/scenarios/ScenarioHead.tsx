import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { IconArrowBackUp, IconArrowForwardUp } from '../../../ui/icons.ts';
import { AllScenarios } from './links.tsx';
import { ScenarioMenu } from './ScenarioMenu.tsx';
import type { ScenarioDraft } from './use-scenario-draft.ts';

/** The name of a scenario with the state of its save, and a menu of further actions. */
export function ScenarioHead({ draft }: { draft: ScenarioDraft }) {
  const { t, data: script } = useText();
  const { shown, state } = draft;
  return (
    <div className="scenario-head">
      <div className="scenario-names">
        <h2>{script(shown.name)}</h2>
        <p className="meta">
          <AllScenarios />
          {!shown.isOwn && ` · ${t('scenarios.readOnly', { name: script(shown.ownerName) })}`}
          {shown.isOwn && shown.shared && ` · ${t('scenarios.shared')}`} · {t('scenarios.unit')}
        </p>
      </div>
      {shown.isOwn && (
        <div className="scenario-state">
          <span role="status" className={state === 'failed' ? 'late' : 'meta'}>
            {t(`scenarios.saving.${state}`)}
          </span>
          {state === 'failed' && (
            <Button variant="default" onClick={() => void draft.save()}>
              {t('common.retry')}
            </Button>
          )}
          <StepButton label={t('scenarios.undo')} onPress={draft.undo}>
            <IconArrowBackUp size={18} aria-hidden />
          </StepButton>
          <StepButton label={t('scenarios.redo')} onPress={draft.redo}>
            <IconArrowForwardUp size={18} aria-hidden />
          </StepButton>
        </div>
      )}
      <ScenarioMenu draft={draft} />
    </div>
  );
}

interface StepButtonProps {
  label: string;
  /** Null while there is no such step. */
  onPress: (() => void) | null;
  children: ReactNode;
}

function StepButton({ label, onPress, children }: StepButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={label}
      title={label}
      disabled={!onPress}
      onClick={() => onPress?.()}
    >
      {children}
    </ActionIcon>
  );
}
