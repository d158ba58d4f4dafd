import { Radio } from '@mantine/core';
import type { AvailableAction } from '@pimis/contract/projects';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { statusInfo } from '@pimis/domain/workflow/statuses';
import { useText } from '../../i18n/use-text.ts';

interface DecisionCardsProps {
  actions: readonly AvailableAction[];
  chosen: AvailableAction | undefined;
  onChoose: (action: AvailableAction) => void;
}

/** The decisions to choose from, each with its consequences. */
export function DecisionCards({ actions, chosen, onChoose }: DecisionCardsProps) {
  const { t, pair } = useText();
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <legend className="strong">{t('projects.page.decision')}</legend>
      <div className="decision-cards">
        {actions.map((action) => (
          <label key={action.id} className="decision-card" data-checked={action === chosen}>
            <Radio name="decision" checked={action === chosen} onChange={() => onChoose(action)} />
            <span>
              <span className="strong" style={{ display: 'block' }}>
                {pair(action.label)}
              </span>
              <span className="meta">
                {action.followUp.phase !== null
                  ? t('projects.page.follow.open', { phase: pair(phaseInfo(action.followUp.phase).title) })
                  : t('projects.page.follow.status', { status: pair(statusInfo(action.followUp.status).label) })}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
