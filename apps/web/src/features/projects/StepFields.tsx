import { Textarea } from '@mantine/core';
import type { AvailableAction } from '@pimis/contract/projects';
import { COMMENT_MAX_LENGTH } from '@pimis/domain/constants';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { useText } from '../../i18n/use-text.ts';
import { DateField } from '../../ui/DateField.tsx';
import { IconArrowRight } from '../../ui/icons.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import type { DayBounds, missingOf, StepInput } from './step-input.ts';

/** The labels of the days that a step asks for, by the field of the call. */
export const DAY_LABELS = { date: 'projects.page.decisionDate', postponedDate: 'projects.page.postponedDate' } as const;

/** The result of a step: the new status, and the phase that opens. */
function FollowUp({ action, phase }: { action: AvailableAction; phase: number }) {
  const { followUp } = action;
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
      <StatusChip status={followUp.status} phase={phase} />
      {followUp.phase !== null && followUp.phase !== phase && (
        <>
          <IconArrowRight size={16} aria-hidden />
          <StatusChip status={PHASE_STATUS.entry} phase={followUp.phase} />
        </>
      )}
    </span>
  );
}

interface StepFieldsProps {
  action: AvailableAction;
  phase: number;
  input: StepInput;
  bounds: DayBounds;
  /** The missing input reported after an attempt. */
  missing: Partial<ReturnType<typeof missingOf>>;
  onComment: (comment: string) => void;
  onDate: (date: string | null) => void;
  onPostponed: (date: string | null) => void;
}

/** The fields of a step, and its consequences. */
export function StepFields({ action, phase, input, bounds, missing, onComment, onDate, onPostponed }: StepFieldsProps) {
  const { t } = useText();
  const { needs } = action;
  const { latestDate, earliestPostponement } = bounds;
  // The comment of this step is the opinion on the project and in its form.
  const isOpinion = action.key === 'giveOpinion';
  const dateErrorOf = (field: 'date' | 'postponedDate') =>
    missing[field] ? t('projects.page.dateRequired') : undefined;
  return (
    <>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, marginBottom: 12 }}>
        {needs.date && (
          <DateField
            label={t(DAY_LABELS.date)}
            value={input.date}
            onChange={onDate}
            required
            {...(latestDate ? { max: latestDate } : {})}
            error={dateErrorOf('date')}
          />
        )}
        {needs.postponedDate && (
          <DateField
            label={t(DAY_LABELS.postponedDate)}
            value={input.postponed}
            onChange={onPostponed}
            required
            {...(earliestPostponement ? { min: earliestPostponement } : {})}
            error={dateErrorOf('postponedDate')}
          />
        )}
        <div>
          <p className="strong" style={{ fontSize: 14, marginBottom: 6 }}>
            {t('projects.page.after')}
          </p>
          <FollowUp action={action} phase={phase} />
        </div>
      </div>
      <Textarea
        label={isOpinion ? t('projects.page.values.meiOpinion') : t('common.comment')}
        required={needs.comment}
        value={input.comment}
        onChange={(event) => onComment(event.currentTarget.value)}
        error={missing.comment ? t(isOpinion ? 'common.required' : 'projects.page.commentRequired') : undefined}
        autosize
        minRows={2}
        maxLength={COMMENT_MAX_LENGTH}
      />
    </>
  );
}
