import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';

/** Widths of the specification: confirm, decide, compare. */
const WIDTHS = { confirm: 450, decide: 600, compare: 800, validation: 900 } as const;

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  width?: keyof typeof WIDTHS;
  children: ReactNode;
  footer?: ReactNode;
}

/** A dialog with a head, a body and a foot. Its head is a div: a second banner landmark would confuse readers. */
export function Dialog({ opened, onClose, title, width = 'confirm', children, footer }: DialogProps) {
  const { t } = useText();
  return (
    <Modal.Root opened={opened} onClose={onClose} size={WIDTHS[width]} centered>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg">
        <Modal.Header component="div" style={{ borderBottom: '1px solid var(--p-line)', minHeight: 52 }}>
          <Modal.Title component="h2" style={{ fontSize: 17, fontWeight: 600 }}>
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={t('common.close')} />
        </Modal.Header>
        <Modal.Body style={{ padding: 16 }}>{children}</Modal.Body>
        {footer && (
          <div
            style={{
              display: 'flex',
              justifyContent: 'flex-end',
              gap: 8,
              padding: '12px 16px',
              borderTop: '1px solid var(--p-line)',
              background: 'var(--p-subtle)',
              flexWrap: 'wrap',
            }}
          >
            {footer}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
