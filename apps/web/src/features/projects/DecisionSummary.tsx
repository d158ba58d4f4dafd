import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DecisionSummary as Summary } from '@pimis/contract/decision-summary';
import { type Text, useText } from '../../i18n/use-text.ts';
import { Failed } from '../../ui/Failed.tsx';
import { IconAlertTriangle, IconArrowBackUp, IconExternalLink } from '../../ui/icons.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { decisionSummaryQuery } from './api.ts';
import { Change } from './Change.tsx';
import { formName } from './form-name.ts';
import { useBase } from './use-base.ts';
import { ShortAmount } from '../../ui/ShortAmount.tsx';
import { YearsTable } from './YearsTable.tsx';
import './project.css';

type SummaryForm = NonNullable<Summary['form']>;

/** How many remarks, warnings and documents are shown unfolded. */
const SHOWN = 4;

interface FormLinkProps {
  code: string;
  form: SummaryForm;
  /** The key of the section that it leads to; null for the whole form. */
  section?: string | null;
  children: ReactNode;
}

/** The page of a form, beside the dialog: what was typed there stays. */
function FormLink({ code, form, section = null, children }: FormLinkProps) {
  const base = useBase();
  const place = section === null ? '' : `#section-${section}`;
  return (
    <a
      href={`${base}/${code}/phases/${form.projectPhaseId}/forms/${form.code}/id/${form.id}${place}`}
      target="_blank"
      rel="noreferrer"
    >
      {children} <IconExternalLink size={14} aria-hidden />
    </a>
  );
}

/** A head that leads to the section of the form that states the fact. */
function Stated({ code, source, label }: { code: string; source: Summary['stated']['what']; label: string }) {
  if (source === null) return label;
  return (
    <FormLink code={code} form={source.form} section={source.section}>
      {label}
    </FormLink>
  );
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="decision-figure">
      <dt className="meta">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface FoundProps {
  code: string;
  found: Summary;
}

function Value({ code, found }: FoundProps) {
  const { t } = useText();
  return (
    <Figure label={<Stated code={code} source={found.stated.value} label={t('projects.summary.value')} />}>
      <span className="decision-large">
        <ShortAmount amount={found.value} /> {t('common.currency')}
      </span>
      {found.changes.map((change) => (
        <Change key={change.since} change={{ ...change, phase: change.form.phase }} />
      ))}
    </Figure>
  );
}

function Term({ code, found }: FoundProps) {
  const { t, date } = useText();
  const day = (value: string | null) => (value === null ? t('common.noValue') : date(value));
  return (
    <Figure label={<Stated code={code} source={found.stated.end} label={t('projects.decision.term')} />}>
      <span className="decision-large">
        {found.start === null && found.end === null ? t('common.noValue') : `${day(found.start)} – ${day(found.end)}`}
      </span>
      {found.formerEnd !== null && (
        <div className="second">{t('projects.decision.formerEnd', { day: date(found.formerEnd) })}</div>
      )}
    </Figure>
  );
}

function Payers({ code, found }: FoundProps) {
  const { t, charts, source: nameOf } = useText();
  return (
    <Figure label={<Stated code={code} source={found.stated.payers} label={t('projects.decision.payers')} />}>
      {found.sources.length === 0 && t('common.noValue')}
      {found.sources.map(({ source, share, amount: given }) => (
        <div key={source}>
          {nameOf(source)}{' '}
          <strong>{share === null ? <ShortAmount amount={given} /> : charts.percent.full(Number(share))}</strong>
        </div>
      ))}
    </Figure>
  );
}

/** The points to look at before signing, in figures. */
function Attention({ found: { remarks, warnings } }: { found: Summary }) {
  const { t } = useText();
  return (
    <Figure label={t('projects.decision.attention')}>
      {remarks.open > 0 && <div data-warns>{t('projects.page.remarks.openCount', { count: remarks.open })}</div>}
      {remarks.done > 0 && <div>{t('projects.decision.correctedRemarks', { count: remarks.done })}</div>}
      {warnings.length > 0 && <div data-warns>{t('projects.decision.warnings', { count: warnings.length })}</div>}
      {remarks.open === 0 && warnings.length === 0 && t('projects.decision.nothingOpen')}
    </Figure>
  );
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The first entries of a list, with the others folded below. */
function Listed<Entry>({ entries, row }: { entries: readonly Entry[]; row: (entry: Entry) => ReactNode }) {
  const { t } = useText();
  const more = entries.slice(SHOWN);
  return (
    <>
      <ul>{entries.slice(0, SHOWN).map(row)}</ul>
      {more.length > 0 && (
        <details>
          <summary>{t('projects.decision.more', { count: more.length })}</summary>
          <ul>{more.map(row)}</ul>
        </details>
      )}
    </>
  );
}

function Round({ round, remarks }: { round: NonNullable<Summary['round']>; remarks: Summary['remarks'] }) {
  const { t, data, date, pair } = useText();
  return (
    <div className="decision-round">
      <p className="strong">
        <IconArrowBackUp size={16} aria-hidden /> {t('projects.decision.round', { number: round.number })}
        {' · '}
        {t('projects.decision.corrected', { count: remarks.done })}
        {', '}
        {t('projects.page.remarks.openCount', { count: remarks.open })}
      </p>
      <p>
        {t('projects.decision.returnedBy', { name: data(round.returnedBy), day: date(round.returnedAt) })}
        {round.comment !== null && <>: „{data(round.comment)}“</>}
      </p>
      <p>
        {round.changedFields === 0
          ? t('projects.decision.nothingChanged')
          : t('projects.decision.changedFields', { count: round.changedFields })}
        {round.changed.length > 0 && `: ${round.changed.map(pair).join(', ')}`}
        {round.changedFields > round.changed.length && round.changed.length > 0 && '…'}
      </p>
    </div>
  );
}

function Remarks({ code, remarks }: { code: string; remarks: Summary['remarks'] }) {
  const { t, data, pair } = useText();
  return (
    <Part title={t('forms.remarks.title')}>
      <Listed
        entries={remarks.items}
        row={(remark) => (
          <li key={remark.id} data-done={remark.done}>
            <FormLink code={code} form={remark.form} section={remark.section}>
              {remark.place === null ? t('projects.decision.wholeForm') : pair(remark.place)}
            </FormLink>
            : {data(remark.text)}{' '}
            <span className="meta">
              {t(remark.done ? 'projects.decision.remarkDone' : 'projects.decision.remarkOpen')}
            </span>
            {remark.answer !== null && <div className="second">→ {data(remark.answer)}</div>}
          </li>
        )}
      />
    </Part>
  );
}

function Warnings({ code, warnings }: { code: string; warnings: Summary['warnings'] }) {
  const { t, pair } = useText();
  return (
    <Part title={t('projects.decision.warningsTitle')}>
      <Listed
        entries={warnings}
        row={({ form, section, text, row }) => (
          <li key={`${form.id} ${text.sr} ${row}`}>
            <IconAlertTriangle size={14} aria-hidden />{' '}
            <FormLink code={code} form={form} section={section}>
              {row > 0 ? t('shell.row', { row, text: pair(text) }) : pair(text)}
            </FormLink>
          </li>
        )}
      />
    </Part>
  );
}

function Signatures({ signatures }: Pick<Summary, 'signatures'>) {
  const { t, data, pair, date } = useText();
  return (
    <Part title={t('projects.decision.signatures')}>
      {signatures.length === 0 && <p className="second">{t('projects.decision.noSignature')}</p>}
      <ul>
        {signatures.map(({ label, user, standInFor, comment, at }) => (
          <li key={`${at} ${label.sr}`}>
            {pair(label)}: <strong>{data(user)}</strong>
            {standInFor !== null && `, ${t('daily.absence.inPlaceOf', { name: data(standInFor) })}`}
            <span className="meta"> · {date(at)}</span>
            {comment !== null && <div className="second">„{data(comment)}“</div>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The considered options: as compared in a form, otherwise as its text. */
function Options({ code, found: { options, compared, stated } }: FoundProps) {
  const { t, data } = useText();
  if (options === null && compared.length === 0) return null;
  return (
    <Part title={<Stated code={code} source={stated.options} label={t('projects.decision.options')} />}>
      {compared.length === 0 && <p>{data(options ?? '')}</p>}
      <ul>
        {compared.map(({ name, amount, chosen }) => (
          <li key={name} className={chosen ? 'strong' : undefined}>
            {data(name)}
            {amount !== null && (
              <>
                {': '}
                <ShortAmount amount={amount} />
              </>
            )}
            {chosen && ` · ${t('projects.decision.chosen')}`}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** How the works follow the plan. */
function Works({ works }: { works: NonNullable<Summary['works']> }) {
  const { t, pair } = useText();
  return (
    <Part title={t('projects.decision.works')}>
      <p data-warns={works.behind}>
        {pair(works.sentence)} <span className="meta">{pair(works.quarter)}</span>
      </p>
    </Part>
  );
}

/** Marks, progress and key indicators. */
function Judged({ found: { marks, indicators, works } }: { found: Summary }) {
  const text = useText();
  const { t, data, amount, charts } = text;
  return (
    <>
      {works && <Works works={works} />}
      {marks.length > 0 && (
        <Part title={t('projects.decision.marks')}>
          <ul>
            {marks.map(({ form, evaluator, score }) => (
              <li key={form.id}>
                {formName(form, text)}: <strong>{amount(score)}</strong>
                {evaluator !== null && <span className="meta"> · {data(evaluator)}</span>}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {indicators && (
        <Part title={t('projects.page.successKeyIndicators')}>
          <p>
            {t('projects.decision.indicators', {
              quarter: `${indicators.quarter}/${indicators.year}`,
              time: indicators.time ?? t('common.noValue'),
              adequacy: charts.percent.full(Number(indicators.adequacy)),
            })}
          </p>
        </Part>
      )}
    </>
  );
}

function Documents({ code, documents }: { code: string; documents: Summary['documents'] }) {
  const { t, data, inOrder } = useText();
  const base = useBase();
  return (
    <Part title={t('projects.page.documents')}>
      <Listed
        entries={inOrder(documents.map(({ id, title }) => ({ id, name: title })))}
        row={({ id, name }) => (
          <li key={id}>
            <a href={`${base}/${code}/documents`} target="_blank" rel="noreferrer">
              {data(name)} <IconExternalLink size={14} aria-hidden />
            </a>
          </li>
        )}
      />
    </Part>
  );
}

/** The form that is decided on, with its revision. */
function formText(form: SummaryForm, text: Text): string {
  return `${formName(form, text)}, ${text.t('forms.revision', { n: form.revision })}`;
}

function Content({ code, found }: { code: string; found: Summary }) {
  const text = useText();
  const { t, data } = text;
  return (
    <>
      {found.round && <Round round={found.round} remarks={found.remarks} />}
      <dl className="decision-figures">
        <Value code={code} found={found} />
        <Term code={code} found={found} />
        <Payers code={code} found={found} />
        <Attention found={found} />
      </dl>
      <div className="decision-parts">
        <div>
          {found.what !== null && (
            <Part title={<Stated code={code} source={found.stated.what} label={t('projects.decision.what')} />}>
              <p>{data(found.what)}</p>
            </Part>
          )}
          {found.why !== null && (
            <Part title={<Stated code={code} source={found.stated.why} label={t('projects.decision.why')} />}>
              <p>{data(found.why)}</p>
            </Part>
          )}
          <Options code={code} found={found} />
          {found.years.length > 0 && (
            <Part title={t('projects.decision.byYear')}>
              <YearsTable years={found.years} />
            </Part>
          )}
        </div>
        <div>
          {found.remarks.items.length > 0 && <Remarks code={code} remarks={found.remarks} />}
          {found.warnings.length > 0 && <Warnings code={code} warnings={found.warnings} />}
          <Signatures signatures={found.signatures} />
          <Judged found={found} />
          {found.documents.length > 0 && <Documents code={code} documents={found.documents} />}
          {found.form && (
            <Part title={t('projects.decision.form')}>
              <FormLink code={code} form={found.form}>
                {formText(found.form, text)}
              </FormLink>
            </Part>
          )}
        </div>
      </div>
    </>
  );
}

/** The summary by which a project is decided: answers first, then figures, with links into the form. */
export function DecisionSummary({ code }: { code: string }) {
  const { t } = useText();
  const { data: found, error, refetch } = useQuery(decisionSummaryQuery(code));
  return (
    <section className="decision-summary" aria-label={t('projects.decision.title')} tabIndex={-1} data-autofocus>
      {!found && !error && <Waiting lines={8} />}
      {!found && error && <Failed error={error} onRetry={() => void refetch()} />}
      {found && <Content code={code} found={found} />}
    </section>
  );
}
