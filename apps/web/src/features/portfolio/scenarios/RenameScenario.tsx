import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SCENARIO_NAME_LENGTH } from '@pimis/domain/portfolio/scenario/types';
import { isBlank } from '@pimis/domain/text/blank';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';

interface RenameScenarioProps {
  name: string;
  onRename: (name: string) => void;
  onClose: () => void;
}

/** Renames a scenario; like every change, this is saved automatically and can be undone. */
export function RenameScenario({ name, onRename, onClose }: RenameScenarioProps) {
  const { t } = useText();
  const [typed, setTyped] = useState(name);
  const rename = () => {
    if (isBlank(typed)) return;
    if (typed !== name) onRename(typed);
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('scenarios.rename')}
      unsaved={typed !== name}
      confirm={<Button onClick={rename}>{t('common.save')}</Button>}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename();
        }}
      >
        <TextInput
          label={t('scenarios.name')}
          value={typed}
          maxLength={SCENARIO_NAME_LENGTH}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isBlank(typed) ? t('scenarios.nameWanted') : undefined}
        />
      </form>
    </Dialog>
  );
}
