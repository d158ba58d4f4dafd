import { Skeleton } from '@mantine/core';
import { useText } from '../i18n/use-text.ts';

const LINES = 5;

/** Stands where content will be: no figure that is not known yet, and no jump when it comes. */
export function Waiting({ lines = LINES }: { lines?: number }) {
  const { t } = useText();
  return (
    <div role="status" style={{ padding: '4px 16px' }}>
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={18} my={14} radius="sm" />
      ))}
    </div>
  );
}
