import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SendingCheck as Check } from '@pimis/contract/sending-check';
import { useText } from '../../i18n/use-text.ts';
import { Failed } from '../../ui/Failed.tsx';
import {
  IconAlertTriangle,
  IconCheck,
  IconCopy,
  IconExternalLink,
  IconListDetails,
  IconPencil,
} from '../../ui/icons.ts';
import { Chip } from '../../ui/StatusChip.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { Warning } from '../../ui/Warning.tsx';
import { sendingCheckQuery } from './api.ts';
import { formName } from './form-name.ts';
import { useBase } from './use-base.ts';
import './project.css';

type CheckedForm = Check['forms'][number];
type Section = CheckedForm['sections'][number];
type Shown = Section['changes'][number];

interface PlaceLinkProps {
  code: string;
  form: CheckedForm['form'];
  section: string | null;
  children: ReactNode;
}

/** A section of the form, beside the dialog: the comment typed there stays. */
function PlaceLink({ code, form, section, children }: PlaceLinkProps) {
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

/** The points to look at in a section, as chips; a section without any says so. */
function Marks({ section }: { section: Section }) {
  const { t } = useText();
  const { changes, unseen, warnings, isEmpty } = section;
  return (
    <span className="sending-marks">
      {warnings.length > 0 && (
        <Chip
          family="paused"
          icon={IconAlertTriangle}
          text={t('projects.decision.warnings', { count: warnings.length })}
        />
      )}
      {unseen.length > 0 && (
        <Chip family="paused" icon={IconCopy} text={t('projects.sending.unseen', { count: unseen.length })} />
      )}
      {changes.length > 0 && (
        <Chip family="entry" icon={IconPencil} text={t('projects.sending.changes', { count: changes.length })} />
      )}
      {isEmpty && <Chip family="stopped" icon={IconListDetails} text={t('projects.sending.empty')} />}
      {warnings.length + unseen.length + changes.length === 0 && !isEmpty && (
        <IconCheck size={16} color="var(--p-good)" role="img" aria-label={t('projects.sending.nothing')} />
      )}
    </span>
  );
}

/** A field with its value before and after, as the comparison of revisions shows it. */
function Change({ change }: { change: Shown }) {
  const { t, pair, data } = useText();
  const value = (text: Shown['before']) => (text === null ? '–' : data(pair(text)));
  return (
    <li>
      <span className="strong">
        {change.row > 0 ? t('shell.row', { row: change.row, text: pair(change.label) }) : pair(change.label)}
      </span>
      <div>
        <del className="second">{value(change.before)}</del> → <ins>{value(change.after)}</ins>
      </div>
    </li>
  );
}

/** Names of fields after a heading; renders nothing without fields. */
function Names({ title, names }: { title: string; names: Section['empty'] }) {
  const { pair } = useText();
  if (names.length === 0) return null;
  return (
    <p>
      <span className="strong">{title}:</span> {names.map(pair).join(', ')}
    </p>
  );
}

function SectionPart({ code, form, section }: { code: string; form: CheckedForm['form']; section: Section }) {
  const { t, pair, data } = useText();
  return (
    <details>
      <summary>
        <span>{pair(section.title)}</span>
        <Marks section={section} />
      </summary>
      <div className="sending-section">
        {section.warnings.length > 0 && (
          <ul>
            {section.warnings.map(({ text, row }) => (
              <li key={`${text.sr} ${row}`}>
                <IconAlertTriangle size={14} aria-hidden />{' '}
                {row > 0 ? t('shell.row', { row, text: pair(text) }) : pair(text)}
              </li>
            ))}
          </ul>
        )}
        {section.changes.length > 0 && (
          <ul>
            {section.changes.map((change) => (
              // A removed row may have the same number as an added one.
              <Change key={`${change.path} ${change.after === null}`} change={change} />
            ))}
          </ul>
        )}
        {section.answers.length > 0 && (
          <dl className="sending-answers">
            {section.answers.map(({ path, label, text }) => (
              <div key={path}>
                <dt className="meta">{pair(label)}</dt>
                <dd>{data(pair(text))}</dd>
              </div>
            ))}
          </dl>
        )}
        <Names title={t('projects.sending.unseenTitle')} names={section.unseen} />
        <Names title={t('projects.sending.takenOver')} names={section.takenOver} />
        <Names title={t('projects.sending.emptyTitle')} names={section.empty} />
        <p>
          <PlaceLink code={code} form={form} section={section.key}>
            {t('projects.sending.openSection')}
          </PlaceLink>
        </p>
      </div>
    </details>
  );
}

function FormPart({ code, found, isOnly }: { code: string; found: CheckedForm; isOnly: boolean }) {
  const text = useText();
  const { t } = text;
  const { form, since, sections } = found;
  const changes = sections.reduce((sum, section) => sum + section.changes.length, 0);
  return (
    <section aria-label={formName(form, text)}>
      {!isOnly && <h3>{formName(form, text)}</h3>}
      <p className="second">
        {since === null
          ? t('projects.sending.first')
          : changes === 0
            ? t('projects.sending.unchanged', { revision: since })
            : t('projects.sending.since', { revision: since, count: changes })}
      </p>
      <div className="sending-sections">
        {sections.map((section) => (
          <SectionPart key={section.key} code={code} form={form} section={section} />
        ))}
      </div>
    </section>
  );
}

function Content({ code, found }: { code: string; found: Check }) {
  const { t, pair, data } = useText();
  return (
    <>
      {found.warnings.length > 0 && (
        <Warning>
          <ul>
            {found.warnings.map(({ form, section, text }) => (
              <li key={`${form.id} ${text.sr}`}>
                <span>{data(pair(text))}</span>{' '}
                <PlaceLink code={code} form={form} section={section}>
                  {t('projects.sending.look')}
                </PlaceLink>
              </li>
            ))}
          </ul>
        </Warning>
      )}
      {found.forms.map((one) => (
        <FormPart key={one.form.id} code={code} found={one} isOnly={found.forms.length === 1} />
      ))}
    </>
  );
}

/** The check before a form is sent: its sections, folded, with new, doubtful and empty parts marked. */
export function SendingCheck({ code }: { code: string }) {
  const { t } = useText();
  const { data: found, error, refetch } = useQuery(sendingCheckQuery(code));
  return (
    <section
      className="decision-summary sending-check"
      aria-label={t('projects.sending.parts')}
      tabIndex={-1}
      data-autofocus
    >
      {!found && !error && <Waiting lines={6} />}
      {!found && error && <Failed error={error} onRetry={() => void refetch()} />}
      {found && <Content code={code} found={found} />}
    </section>
  );
}
