import { Skeleton } from '@mantine/core';
import { useText } from '../i18n/use-text.ts';

const LINES = 5;

/** A placeholder of content: no unknown number, and no layout shift later. */
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
