import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import type { Remark } from '@pimis/contract/remarks';
import { sectionOfPlace } from '@pimis/domain/forms/remarks';
import { fieldsOf } from '@pimis/domain/forms/visibility';
import { ReturnedNotice } from '../../features/projects/ReturnedNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useExplained } from '../../ui/explained.tsx';
import { IconArrowsDiff } from '../../ui/icons.ts';
import { CompareDialog } from '../CompareDialog.tsx';
import { useEditor } from '../context.ts';
import { newestRevision } from '../start.ts';
import { goToRemark } from './go-to-remark.ts';
import { isDraft, isOpen, useRemarks } from './remarks.ts';
import { RemarksAt } from './RemarksAt.tsx';

/** The name of a remark's place: its field, its section, or the form. */
export function useRemarkPlace(): (remark: Remark) => string {
  const { t, pair } = useText();
  const { store } = useEditor();
  return ({ place }) => {
    const field = fieldsOf(store.definition).find(({ path }) => path === place);
    const title = field?.label ?? sectionOfPlace(store.definition, place)?.title;
    return title ? pair(title) : t('forms.remarks.wholeForm');
  };
}

/** At the top of a form: why it was returned, the remarks on the form as a whole, and links to the others. */
export function RemarksPanel({ form }: { form: ProjectForm }) {
  const { t } = useText();
  const { projectCode } = useEditor();
  const remarks = useRemarks();
  const [comparing, setComparing] = useState(false);
  const { all, mayWrite, typing } = remarks;
  const hint = useExplained(t('forms.remarks.title'), mayWrite && t('forms.remarks.hint'));
  if (all.length === 0 && !mayWrite && !typing && !form.returned) return null;
  const open = all.filter(isOpen).length;
  const drafts = all.filter(isDraft).length;
  const atPlaces = all.filter(({ place }) => place !== null);
  const since = Math.min(...all.filter((remark) => !isDraft(remark)).map(({ revision }) => revision));
  return (
    <section
      className="panel remarks-panel"
      aria-labelledby="remarks-title"
      data-empty={(all.length === 0 && !form.returned) || undefined}
    >
      <div className="panel-head">
        <h2 id="remarks-title" tabIndex={-1}>
          {t('forms.remarks.title')}
        </h2>
        {hint.mark}
        {open > 0 && <span className="count">{t('projects.page.remarks.openCount', { count: open })}</span>}
        {Number.isFinite(since) && since >= 1 && since < newestRevision(form) && (
          <Button
            className="no-print"
            style={{ marginLeft: 'auto' }}
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowsDiff size={14} />}
            onClick={() => setComparing(true)}
          >
            {t('forms.remarks.compare')}
          </Button>
        )}
      </div>
      <div className="remarks-body">
        {hint.text}
        {form.returned && <ReturnedNotice returned={form.returned} />}
        {drafts > 0 && mayWrite && <p role="status">{t('forms.remarks.drafts', { count: drafts })}</p>}
        <RemarksAt place={null} label={t('forms.remarks.wholeForm')} />
        {atPlaces.length > 0 && <Places remarks={atPlaces} />}
      </div>
      {comparing && (
        <CompareDialog
          form={form}
          projectCode={projectCode}
          since={since}
          remarks={all}
          onClose={() => setComparing(false)}
        />
      )}
    </section>
  );
}

function Places({ remarks }: { remarks: readonly Remark[] }) {
  const { t, data } = useText();
  const { store } = useEditor();
  const placeOf = useRemarkPlace();
  return (
    <ol className="remark-places">
      {remarks.map((remark) => (
        <li key={remark.id} data-done={remark.done || undefined}>
          <button type="button" className="link-button" onClick={() => goToRemark(store, remark)}>
            {placeOf(remark)}
          </button>
          {': '}
          {data(remark.text)}{' '}
          <span className="meta">
            ({t(`forms.remarks.state.${isDraft(remark) ? 'draft' : remark.done ? 'done' : 'open'}`)})
          </span>
        </li>
      ))}
    </ol>
  );
}
