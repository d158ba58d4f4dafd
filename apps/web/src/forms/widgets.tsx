import { Radio, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { withPlainDays } from '@pimis/domain/dates/dates';
import { type Answer, CHOICE_TEXTS, DOCUMENT_STATES, MONTH_OF_STATE, YES_NO } from '@pimis/domain/forms/kinds';
import { toHundredths } from '@pimis/domain/money/decimal';
import { yearList } from '@pimis/domain/forms/years';
import { textOf } from '@pimis/domain/text/text-of';
import { useText } from '../i18n/use-text.ts';
import { DateField } from '../ui/DateField.tsx';
import { described } from '../ui/described.ts';
import { MAX_AMOUNT_LENGTH, fittingAmount } from '../ui/amount-input.ts';
import { notifyWarning } from '../ui/notify.tsx';
import {
  isUnclearAmount,
  shownAmount,
  steppedAmount,
  typedAmount,
  typedAmountOrRemark,
  typedInteger,
} from './amount.ts';
import { Choice } from './Choice.tsx';
import { CurrencyWidget, FileWidget, ReferenceWidget } from './lookups.tsx';
import { MarkdownWidget } from './MarkdownWidget.tsx';
import { MonthWidget } from './MonthWidget.tsx';
import { ANSWER_PARTS } from './field-place.ts';
import { inputModeOf, usePhoneInput } from './phone-field.ts';
import { usePlace } from './use-store.ts';
import { inputProps, type WidgetProps } from './widget-props.ts';
import { useEditor } from './context.ts';
import { oneLine, readCell } from './grid.ts';

/** A text with this maximum length or more may be wider than its field. */
const LONG_LINE = 100;
const GROWS = CSS.supports('field-sizing', 'content');

/** A text of one paragraph. Its field grows, so that the whole text is visible. */
function LineWidget(props: WidgetProps) {
  const { field, value, onChange } = props;
  const phone = usePhoneInput(field, onChange);
  return (
    <Textarea
      {...inputProps(props)}
      {...phone.input}
      data-line
      rows={1}
      autosize={!GROWS}
      classNames={{ input: 'form-line' }}
      value={typeof value === 'string' ? value.replace(/^ $/, '') : ''}
      onChange={(event) => phone.change(event, oneLine(event.currentTarget.value))}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && event.preventDefault()}
      placeholder={field.placeholder}
      inputMode={inputModeOf(field)}
    />
  );
}

function TextWidget(props: WidgetProps) {
  const { field, value, onChange } = props;
  const phone = usePhoneInput(field, onChange);
  if (field.amountOrRemark) return <AmountWidget {...props} />;
  if ((field.maxLength ?? LONG_LINE) >= LONG_LINE) return <LineWidget {...props} />;
  return (
    <TextInput
      {...inputProps(props)}
      {...phone.input}
      value={typeof value === 'string' ? value.replace(/^ $/, '') : ''}
      // Not limited to the maximum length: pasted text stays complete, and the rule reports that it is too long.
      onChange={(event) => phone.change(event, event.currentTarget.value)}
      placeholder={field.placeholder}
      inputMode={inputModeOf(field)}
    />
  );
}

const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

/** Money and percents: free input in Serbian or English notation, stored as exact decimal text. */
function AmountWidget(props: WidgetProps) {
  const { field, value, onChange, readOnly } = props;
  const { t } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...inputProps(props)}
      value={typed ?? shownAmount(value)}
      onChange={(event) => {
        const text = fittingAmount(event.currentTarget.value);
        if (text === null) return notifyWarning(t('forms.figureTooLong', { max: MAX_AMOUNT_LENGTH }));
        setTyped(text);
        // A cleared amount is empty; a required one is stored as 0,00.
        if (text.trim() === '') onChange(undefined);
        else onChange(field.amountOrRemark ? typedAmountOrRemark(text, field) : typedAmount(text, field));
      }}
      onPaste={(event) => {
        const { selectionStart, selectionEnd, value: shown } = event.currentTarget;
        // Text pasted into a part of a figure is parsed together with the rest, as if it were typed.
        if (readOnly || field.amountOrRemark || selectionStart !== 0 || selectionEnd !== shown.length) return;
        if (readCell(field, event.clipboardData.getData('text/plain'), value).ok) return;
        event.preventDefault();
        notifyWarning(t('forms.amountUnread'));
      }}
      onKeyDown={(event) => {
        const direction = DIRECTIONS[event.key];
        const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
        if (!direction || !plain || readOnly || (field.amountOrRemark && !isAmount(value))) return;
        event.preventDefault();
        setTyped(null);
        onChange(steppedAmount(field, value, direction));
      }}
      onBlur={() => {
        if (typed !== null && isUnclearAmount(typed, field.kind)) notifyWarning(t('forms.amountUnclear', { typed }));
        setTyped(null);
      }}
      onFocus={(event) => event.currentTarget.select()}
      inputMode={field.amountOrRemark ? undefined : 'decimal'}
      styles={{ input: { textAlign: 'right' } }}
    />
  );
}

const isAmount = (value: unknown) => value === undefined || value === '' || toHundredths(value) !== null;

function IntegerWidget(props: WidgetProps) {
  const { value, onChange } = props;
  const { t } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...inputProps(props)}
      value={typed ?? (typeof value === 'number' || typeof value === 'string' ? String(value) : '')}
      onChange={(event) => {
        const text = fittingAmount(event.currentTarget.value);
        if (text === null) return notifyWarning(t('forms.figureTooLong', { max: MAX_AMOUNT_LENGTH }));
        setTyped(text);
        onChange(typedInteger(text));
      }}
      onBlur={() => setTyped(null)}
      inputMode="numeric"
      styles={{ input: { textAlign: 'right' } }}
    />
  );
}

function YearWidget(props: WidgetProps) {
  const { field, value, onChange, readOnly } = props;
  const { currentYear } = useEditor();
  const years = yearList(field.years ?? 'GEN', currentYear);
  const all = typeof value === 'number' && !years.includes(value) ? [value, ...years].sort((a, b) => a - b) : years;
  return (
    <Choice
      {...inputProps(props)}
      disabled={readOnly}
      value={typeof value === 'number' ? String(value) : ''}
      data={['', ...all.map(String)]}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))}
    />
  );
}

function SelectWidget(props: WidgetProps) {
  const { field, value, onChange, readOnly } = props;
  const { t, pair } = useText();
  const options = field.options ?? [];
  return (
    <Choice
      {...inputProps(props)}
      disabled={readOnly}
      value={textOf(value)}
      data={[
        { value: '', label: t('forms.choose') },
        ...options.map((option) => ({ value: String(option.value), label: pair(option.label) })),
      ]}
      onChange={(event) =>
        onChange(options.find((option) => String(option.value) === event.currentTarget.value)?.value)
      }
    />
  );
}

function Choices({
  props,
  choices,
  value,
  onChange,
}: {
  props: WidgetProps;
  choices: readonly Answer[];
  value: unknown;
  onChange: (choice: string) => void;
}) {
  const { t, pair } = useText();
  return (
    <div
      role="radiogroup"
      aria-label={props.label ?? t('forms.choice')}
      aria-describedby={props.describedBy}
      aria-required={props.required || undefined}
      aria-readonly={props.readOnly || undefined}
      aria-invalid={props.invalid || undefined}
      style={{ display: 'flex', flexWrap: 'wrap', gap: 14, minHeight: 32, alignItems: 'center' }}
    >
      {choices.map((choice, index) => (
        <Radio
          key={choice}
          id={index === 0 ? props.id : undefined}
          name={props.id}
          checked={value === choice}
          onChange={() => onChange(choice)}
          label={pair(CHOICE_TEXTS[choice])}
          disabled={props.readOnly}
          error={props.invalid}
        />
      ))}
    </div>
  );
}

/** A yes or no with its explanation; for documents also "not needed" and the two months. */
function AnswerWidget(props: WidgetProps) {
  const { field, value, onChange, readOnly, id } = props;
  const { t } = useText();
  const answer = (typeof value === 'object' && value !== null ? value : {}) as Record<string, string | undefined>;
  const planned = field.kind === 'planDoc';
  const set = (part: string, next: unknown) => onChange({ ...answer, [part]: next });
  const { store } = useEditor();
  const name = id.replace(/^f-/, '');
  const wrong = usePlace(store, name, (state) =>
    ANSWER_PARTS.filter((one) => state.shownErrorsAt(`${name}.${one}`) !== undefined).join(),
  ).split(',');
  const monthPart = planned && answer.choice ? MONTH_OF_STATE[answer.choice] : undefined;
  const month = (part: 'completionDate' | 'documentDate') => (
    <div style={{ flex: '0 0 170px' }}>
      <label className="meta" htmlFor={`${id}.${part}`}>
        {t(`forms.${part}`)}
      </label>
      <MonthWidget
        {...props}
        id={`${id}.${part}`}
        label={`${props.label ?? ''} ${t(`forms.${part}`)}`.trim()}
        value={answer[part]}
        invalid={wrong.includes(part)}
        onChange={(next) => set(part, next)}
      />
    </div>
  );
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 16px', alignItems: 'flex-start' }}>
      <Choices
        props={props}
        choices={planned ? DOCUMENT_STATES : YES_NO}
        value={answer.choice}
        onChange={(choice) => set('choice', choice)}
      />
      {monthPart && month(monthPart)}
      <Textarea
        id={`${id}.comment`}
        style={{ flex: '1 1 260px' }}
        aria-label={`${props.label ?? ''} ${t('forms.comment')}`.trim()}
        placeholder={t('forms.comment')}
        value={answer.comment ?? ''}
        error={wrong.includes('comment')}
        {...described(props.describedBy)}
        onChange={(event) => set('comment', event.currentTarget.value)}
        readOnly={readOnly}
        autosize
        minRows={1}
      />
    </div>
  );
}

/** A computed day may carry a time: the date in force of a quarterly report does (docs/forms.md, C3). */
const DAY_LENGTH = 'YYYY-MM-DD'.length;

function DateWidget({ id, value, onChange, readOnly, invalid, label, field, describedBy, required }: WidgetProps) {
  return (
    <DateField
      label=""
      id={id}
      value={typeof value !== 'string' ? null : field.computed ? value.slice(0, DAY_LENGTH) : value}
      onChange={(day) => onChange(day ?? undefined)}
      readOnly={readOnly}
      // The message below the field includes its rule.
      error={invalid}
      aria-describedby={describedBy}
      aria-required={required || undefined}
      {...(label ? { 'aria-label': label } : {})}
      {...(field.placeholder ? { placeholder: withPlainDays(field.placeholder) } : {})}
    />
  );
}

/** The widget of a kind. A new kind gets its row here. */
export function Widget(props: WidgetProps) {
  const { field } = props;
  switch (field.kind) {
    case 'rsd':
    case 'eur':
    case 'foreign':
    case 'percent':
      return <AmountWidget {...props} />;
    case 'int':
      return <IntegerWidget {...props} />;
    case 'year':
      return <YearWidget {...props} />;
    case 'date':
      return <DateWidget {...props} />;
    case 'month':
      return <MonthWidget {...props} />;
    case 'select':
      return <SelectWidget {...props} />;
    case 'yesNo':
      return <Choices props={props} choices={YES_NO} value={props.value} onChange={props.onChange} />;
    case 'yesNoComment':
    case 'planDoc':
      return <AnswerWidget {...props} />;
    case 'org':
    case 'location':
      return <ReferenceWidget {...props} />;
    case 'currency':
      return <CurrencyWidget {...props} />;
    case 'file':
      return <FileWidget {...props} />;
    case 'markdown':
      return <MarkdownWidget {...props} />;
    default:
      return <TextWidget {...props} />;
  }
}
