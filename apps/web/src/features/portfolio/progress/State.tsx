import { type Indexes, progressMark, progressSentence } from '@pimis/domain/indicators/progress-words';
import { useText } from '../../../i18n/use-text.ts';

/** The mark of progress: good, to be watched, or bad (docs/earned-value.md, 7). */
export function ProgressMarkChip({ of }: { of: Indexes }) {
  const { t } = useText();
  const mark = progressMark(of);
  if (mark === null) return null;
  return (
    <span className="chip progress-mark" data-mark={mark}>
      {t(`portfolioViews.progress.marks.${mark}`)}
    </span>
  );
}

/** Progress in one sentence, with its mark. */
export function ProgressState({ of }: { of: Indexes }) {
  const { pair } = useText();
  const sentence = progressSentence(of);
  if (sentence === null) return null;
  return (
    <p className="progress-state">
      <ProgressMarkChip of={of} />
      <span className="strong">{pair(sentence)}</span>
    </p>
  );
}
