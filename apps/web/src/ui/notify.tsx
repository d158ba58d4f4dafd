import { Anchor, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { isFluentCode, messageFor } from '@pimis/domain/forms/messages';
import { ApiFailure } from '../api/client.ts';
import { connectionLost } from '../api/connection.ts';
import { currentSession } from '../api/session.ts';
import type { Text } from '../i18n/use-text.ts';
import { failureText } from './failure-text.ts';

const SNACKBAR_MS = 15_000;
/** After a link was copied (specification, "UI handling"). */
const SHORT_SNACKBAR_MS = 5_000;
const SCROLL_ABOVE = 3;
const ITEM_HEIGHT = 24;
const HELP_ROOT = '/help';

const COMMON_FIELDS = [
  'name',
  'code',
  'comment',
  'date',
  'postponedDate',
  'file',
  'title',
  'description',
  'text',
] as const;

function isCommonField(field: string): field is (typeof COMMON_FIELDS)[number] {
  return COMMON_FIELDS.some((known) => known === field);
}

/** The label of a field of a call; undefined if the screen does not have it. */
export type FieldLabel = (field: string) => string | undefined;

/** A sentence for the next message of the same action. */
let note = '';

/** Runs an action and adds the sentence to its message, so that there is only one; shows it alone if there is none. */
export function withNote(sentence: string, act: () => void): void {
  if (sentence === '') return act();
  note = sentence;
  try {
    act();
  } finally {
    const rest = takeNote();
    if (rest !== '') notifyWarning(rest);
  }
}

function takeNote(): string {
  const taken = note;
  note = '';
  return taken;
}

/** The message with the sentence that belongs to it; such a message is a warning. */
function noted(message: string, color: 'teal' | 'yellow'): { message: string; color: 'teal' | 'yellow' } {
  const sentence = takeNote();
  return sentence === '' ? { message, color } : { message: `${message} ${sentence}`, color: 'yellow' };
}

export function notifySuccess(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: SNACKBAR_MS, closeButtonProps: closeButtonProps() });
}

/** A short message about something that is visible elsewhere. */
export function notifyShortly(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: SHORT_SNACKBAR_MS, closeButtonProps: closeButtonProps() });
}

/** Shows what was done, with an undo button. The returned function removes the message. */
export function notifyDone(
  message: string,
  undo: { label: string; run: () => void },
  color: 'teal' | 'yellow' = 'teal',
): () => void {
  const shown = noted(message, color);
  const id = notifications.show({
    color: shown.color,
    autoClose: SNACKBAR_MS,
    closeButtonProps: closeButtonProps(),
    message: (
      <span style={{ display: 'flex', alignItems: 'center', gap: 12, justifyContent: 'space-between' }}>
        {shown.message}
        <Button
          variant="default"
          size="compact-sm"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            undo.run();
          }}
        >
          {undo.label}
        </Button>
      </span>
    ),
  });
  return () => notifications.hide(id);
}

/** `stays`: until it is closed, because it takes time to read. */
export function notifyWarning(message: string, { stays = false } = {}): void {
  const autoClose = stays ? false : SNACKBAR_MS;
  notifications.show({ ...noted(message, 'yellow'), autoClose, closeButtonProps: closeButtonProps() });
}

function closeButtonProps() {
  return { 'aria-label': i18next.t('common.close') };
}

/** Field problems whose texts are messages of the web application; the others are in the error catalogue. */
const NAMED_PROBLEMS = [
  'UnknownField',
  'EmptyField',
  'InvalidField',
  'ReadOnlyField',
  'TooDeep',
  'TooManyRows',
  'TextTooLong',
] as const;
const isNamedProblem = (code: string): code is (typeof NAMED_PROBLEMS)[number] =>
  (NAMED_PROBLEMS as readonly string[]).includes(code);

type ErrorItem = ApiFailure['errors'][number];

/** Text of one error item: a rule with its row, or a field with its problem. */
function itemText(error: ErrorItem, text: Text, labelOf: FieldLabel): string {
  if (typeof error === 'string') return text.status(error);
  if ('statusCode' in error) {
    const { code } = error.statusCode;
    const label = labelOf(error.path ?? '') ?? '';
    const message = isFluentCode(code)
      ? text.data(messageFor({ code, label: { sr: label, en: label } }, text.language === 'en' ? 'en' : 'sr'))
      : text.status(code);
    return error.index > 0 ? text.t('shell.row', { row: error.index, text: message }) : message;
  }
  const problem = isNamedProblem(error.code) ? text.t(`shell.problems.${error.code}`) : text.status(error.code);
  return text.t('shell.field', { field: labelOf(error.field) ?? commonLabel(error.field, text), problem });
}

/** Whether an item only repeats the message. The item of a field does not: it names the field. */
function repeats(error: ErrorItem, { name }: ApiFailure): boolean {
  return error === name || (typeof error === 'object' && 'code' in error && error.code === name);
}

/** Labels that fields have on many screens, so that no English field name is shown. */
function commonLabel(field: string, { t }: Text): string {
  const last = field.split(/[./]/).at(-1) ?? '';
  return isCommonField(last) ? t(`daily.fields.${last}`) : t('daily.fields.other');
}

/**
 * Shows a failure as the specification asks: 15 seconds for a plain message, persistent with a scrolling list when
 * there are items, with a link to help when the catalogue has a message. A screen can pass the labels of its fields, a
 * name for the thing that items would name by code, and the next step.
 */
export function notifyFailure(
  failure: unknown,
  text: Text,
  labelOf: FieldLabel = () => undefined,
  about?: string,
  next = '',
): void {
  if (!(failure instanceof ApiFailure)) {
    notifications.show({
      message: failureText(failure, text),
      color: 'red',
      autoClose: SNACKBAR_MS,
      closeButtonProps: closeButtonProps(),
    });
    return;
  }
  // The sign-in that covers the screen says it.
  if (failure.name === 'Unauthorized' && currentSession().status === 'expired') return;
  // The connection bar shows it until the server answers again.
  if (failure.httpStatus === 0) connectionLost();
  const errors = about === undefined ? failure.errors : [];
  const [only] = errors;
  const isOneRepeated = errors.length === 1 && only !== undefined && repeats(only, failure);
  const reason = isOneRepeated && typeof only === 'object' ? itemText(only, text, labelOf) : failureText(failure, text);
  const message = `${about === undefined ? '' : `${about}: `}${reason} ${next}`.trimEnd();
  const items = isOneRepeated ? [] : errors.map((error) => itemText(error, text, labelOf));
  notifications.show({
    color: 'red',
    autoClose: items.length > 0 ? false : SNACKBAR_MS,
    closeButtonProps: closeButtonProps(),
    message: (
      <div>
        <div>{message}</div>
        {items.length > 0 && (
          <ul
            style={{
              margin: '4px 0 0',
              paddingLeft: 18,
              maxHeight: items.length > SCROLL_ABOVE ? SCROLL_ABOVE * ITEM_HEIGHT : undefined,
              overflowY: 'auto',
            }}
          >
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
        {failure.httpStatus !== 0 && (
          <Anchor href={`${HELP_ROOT}/errors?lang=${i18next.language}`} target="_blank" size="sm">
            {text.t('common.help')}
          </Anchor>
        )}
      </div>
    ),
  });
}
