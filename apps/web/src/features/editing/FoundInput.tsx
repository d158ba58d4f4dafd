import { Button } from '@mantine/core';
import { useText } from '../../i18n/use-text.ts';
import { Warning } from '../../ui/Warning.tsx';

interface FoundInputProps {
  isFound: boolean;
  /** Resets the fields to the saved values. */
  drop: () => void;
}

/** Says that the fields show input from a session that has ended, and drops it if the user does not want it. */
export function FoundInput({ isFound, drop }: FoundInputProps) {
  const { t } = useText();
  if (!isFound) return null;
  return (
    <Warning>
      <p style={{ marginBottom: 8 }}>{t('editing.found')}</p>
      <Button size="compact-sm" variant="default" onClick={drop}>
        {t('editing.drop')}
      </Button>
    </Warning>
  );
}
