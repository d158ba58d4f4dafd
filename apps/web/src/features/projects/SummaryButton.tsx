import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconListDetails } from '../../ui/icons.ts';
import { DecisionSummary } from './DecisionSummary.tsx';

/** The summary of the decision without a step, for all who see the project. */
export function SummaryButton({ code }: { code: string }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconListDetails size={16} />} onClick={() => setOpen(true)}>
        {t('projects.decision.open')}
      </Button>
      {open && (
        <Dialog opened onClose={() => setOpen(false)} title={t('projects.decision.title')} width="page">
          <DecisionSummary code={code} />
        </Dialog>
      )}
    </>
  );
}
