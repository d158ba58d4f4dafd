import { Button, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { usePainted } from './AfterPaint.tsx';
import { dropSecondPress, isPopupOpen } from './popup.ts';
import { markPressed } from './press-feedback.ts';
import { useScrollLock } from './scroll-lock.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';
import './dialog.css';

/** Widths of the specification: confirm, decide, compare; and one for whole pages. */
const WIDTHS = { confirm: 450, decide: 600, compare: 800, validation: 900, page: 1100 } as const;

interface DialogProps {
  opened: boolean;
  /** Without it the dialog cannot be dismissed: Escape does nothing, and there is no close button. */
  onClose?: () => void;
  title: string;
  width?: keyof typeof WIDTHS;
  /** There is unsaved input: Escape, the cross, a click outside and the browser's back button ask first. */
  unsaved?: boolean;
  /** The question before closing, if something other than input would be lost. */
  question?: { text: string; leave: string; stay: string };
  children: ReactNode;
  /** The buttons after Cancel in the foot. */
  confirm?: ReactNode;
  /** Replaces the whole foot. */
  footer?: ReactNode;
}

/** The focused element before the first of several dialogs in a row. */
let outside: Element | null = null;

/** Returns the focus to its origin; a dialog that replaced another uses the origin of the first. */
function useFocusBack(): void {
  const [opener] = useState(() => {
    const element = document.activeElement;
    if (element && !element.closest('[role="dialog"]')) outside = element;
    return [element, outside];
  });
  useEffect(
    () => () => {
      const target = opener.find((element) => element?.isConnected);
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
    [opener],
  );
}

const FIELDS = 'input, select, textarea, [role="textbox"]';

/**
 * Sets the initial focus: the first field, the selected one of a radio group, otherwise the first button of the foot.
 */
function beginAt(content: HTMLElement | null): void {
  if (!content || content.querySelector('[data-autofocus]')) return;
  const fields = [...content.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (field) =>
      field.tabIndex >= 0 && !field.matches(':disabled, :read-only:not([type="radio"], [type="checkbox"], select)'),
  );
  const [first] = fields;
  const chosen =
    first instanceof HTMLInputElement && first.type === 'radio'
      ? fields.find((field) => field instanceof HTMLInputElement && field.name === first.name && field.checked)
      : undefined;
  (chosen ?? first ?? content.querySelector('.dialog-foot button'))?.setAttribute('data-autofocus', '');
}

/**
 * While the action of a footer button runs, the body accepts no input, because changes would be lost. Forms outside of
 * dialogs set `inert` themselves.
 */
function holdSent(content: HTMLElement): () => void {
  const hold = () => {
    const isSent = content.querySelector('.dialog-foot [data-loading]') !== null;
    content.querySelector('.dialog-body')?.toggleAttribute('inert', isSent);
  };
  hold();
  const observer = new MutationObserver(hold);
  observer.observe(content, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-loading'] });
  return () => observer.disconnect();
}

function begin(content: HTMLElement | null): (() => void) | undefined {
  beginAt(content);
  return content ? holdSent(content) : undefined;
}

/** A dialog with a head, a body and a foot. Its head is a div: a second banner landmark would confuse readers. */
export function Dialog({
  opened,
  onClose,
  title,
  width = 'confirm',
  unsaved = false,
  question: asked,
  children,
  confirm,
  footer,
}: DialogProps) {
  const { t } = useText();
  const cancelling = confirm !== undefined && (
    <>
      <Button variant="default" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      {confirm}
    </>
  );
  const foot = footer ?? cancelling;
  useFocusBack();
  // The library's dialog takes longer to render than a press may.
  const painted = usePainted();
  useLayoutEffect(() => (painted ? undefined : markPressed()), [painted]);
  useScrollLock(painted && opened);
  const [leaving, setLeaving] = useState(false);
  const before = useRef<Element | null>(null);
  const asking = leaving && unsaved;
  // Set while the back button waits for the answer.
  const backWaits = useRef<((leaves: boolean) => void) | null>(null);
  const answerBack = (leaves: boolean) => {
    backWaits.current?.(leaves);
    backWaits.current = null;
  };
  const question = () => {
    before.current = document.activeElement;
    setLeaving(true);
  };
  const stay = () => {
    setLeaving(false);
    answerBack(false);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  const drop = () => {
    answerBack(true);
    onClose?.();
  };
  useUnsavedGuard(unsaved, () => {
    answerBack(false);
    if (!asking) question();
    return new Promise((resolve) => (backWaits.current = resolve));
  });
  // If the dialog is closed by something else, it no longer blocks navigation.
  useEffect(() => () => backWaits.current?.(true), []);
  const close = () => {
    // Escape closes only the popup above the dialog.
    if (isPopupOpen()) return;
    if (!unsaved) {
      onClose?.();
    } else if (asking) {
      stay();
    } else {
      question();
    }
  };
  if (!painted) return null;
  return (
    <Modal.Root opened={opened} onClose={close} size={WIDTHS[width]} centered lockScroll={false}>
      <Modal.Overlay backgroundOpacity={0.45} onClickCapture={dropSecondPress} />
      <Modal.Content radius="lg" ref={begin} aria-label={title}>
        <Modal.Header component="div" style={{ borderBottom: '1px solid var(--p-line)', minHeight: 52 }}>
          <Modal.Title component="h2" style={{ fontSize: 17, fontWeight: 600, overflowWrap: 'anywhere' }}>
            {title}
          </Modal.Title>
          {onClose && <Modal.CloseButton aria-label={t('common.close')} />}
        </Modal.Header>
        {/* Long words break if necessary; tables keep their columns and scroll. */}
        <Modal.Body className="dialog-body" style={{ padding: 16, overflowWrap: 'break-word' }}>
          {children}
        </Modal.Body>
        {/* A separate footer, because a button reused from the other footer would not take the focus. */}
        {asking && (
          <div className="dialog-foot" onClickCapture={dropSecondPress}>
            <span role="alert" className="dialog-question">
              {asked?.text ?? t('forms.unsavedDialog.question')}
            </span>
            <Button variant="default" onClick={drop}>
              {asked?.leave ?? t('forms.unsavedDialog.drop')}
            </Button>
            <Button onClick={stay} autoFocus>
              {asked?.stay ?? t('forms.unsavedDialog.stay')}
            </Button>
          </div>
        )}
        {/* It stays behind the question: its work may be running. */}
        {foot && (
          <div className="dialog-foot" hidden={asking} onClickCapture={dropSecondPress}>
            {foot}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
