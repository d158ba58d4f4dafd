import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Comment } from '@pimis/contract/daily';
import { COMMENT_MAX_LENGTH } from '@pimis/domain/constants';
import { LOGIN_MAX } from '@pimis/domain/text/login';
import { mentionsIn, textParts } from '@pimis/domain/text/mentions';
import { isBlank } from '@pimis/domain/text/blank';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { Away } from './absences/Away.tsx';
import { MentionTextarea } from './MentionTextarea.tsx';
import { useKeptText } from '../../ui/use-kept-text.ts';
import { commentsQuery, unnotifiedQuery } from './api.ts';
import { useAddress } from '../../ui/address.ts';
import { inOrder } from '../../ui/in-order.tsx';
import './daily.css';

const WARN_LEFT = 400;
const DEBOUNCE_MS = 400;

/** Plain text with links and mentions; it is never interpreted as markup. */
function CommentText({ text }: { text: string }) {
  return (
    <p className="text">
      {inOrder(textParts(text), (part) => {
        if (part.kind === 'mention') return <span className="mention">{part.text}</span>;
        if (part.kind === 'link')
          return (
            <a href={part.text} target="_blank" rel="noopener noreferrer">
              {part.text}
            </a>
          );
        return part.text;
      })}
    </p>
  );
}

/** Sends a change of the comments and reloads them. */
function useComments(code: string) {
  const text = useText();
  const client = useQueryClient();
  return async (change: () => Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await change();
      notifySuccess(done);
      return true;
    } catch (failure) {
      notifyFailure(failure, text);
      return false;
    } finally {
      // The author does not wait for the new list.
      void client.invalidateQueries({ queryKey: ['project', code, 'comments'] });
      // The project shows their number.
      void client.invalidateQueries({ queryKey: ['project', code], exact: true });
    }
  };
}

function Left({ text }: { text: string }) {
  const { t } = useText();
  const left = COMMENT_MAX_LENGTH - text.length;
  return left > WARN_LEFT ? null : <span className="meta">{t('daily.comments.left', { count: left })}</span>;
}

/** Lists people mentioned in the text who will not be notified. */
function Unnotified({ code, text }: { code: string; text: string }) {
  const { t } = useText();
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS);
  const logins = mentionsIn(settled).filter((login) => login.length <= LOGIN_MAX);
  const { data: unnotified = [] } = useQuery(unnotifiedQuery(code, logins));
  // Names no longer in the text are not shown, even if the last response contains them.
  const named = mentionsIn(text);
  const shown = unnotified.filter((login) => named.includes(login));
  return (
    <p className="unnotified" role="status">
      {shown.length > 0 &&
        t('daily.comments.unnotified', { count: shown.length, logins: shown.map((login) => `@${login}`).join(', ') })}
    </p>
  );
}

function NewComment({ code, answered, onDone }: { code: string; answered: Comment | null; onDone: () => void }) {
  const { t, data } = useText();
  const send = useComments(code);
  const { text, change, sent } = useKeptText(`comment.${code}`);
  const [busy, setBusy] = useState(false);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || isBlank(text)) return;
    setBusy(true);
    const body = { text: text.trim(), ...(answered ? { replyTo: answered.id } : {}) };
    if (
      await send(
        () => call('POST /projects/:projectCode/comments', { params: { projectCode: code }, body }),
        t('daily.comments.added'),
      )
    ) {
      sent(text);
      onDone();
    }
    setBusy(false);
  };
  const label = answered ? t('daily.comments.answerTo', { name: data(answered.author.name) }) : t('daily.comments.new');
  return (
    <form onSubmit={(event) => void add(event)} style={{ padding: 16 }}>
      <MentionTextarea
        code={code}
        id="new-comment"
        label={label}
        description={t('daily.comments.hint')}
        value={text}
        onChange={change}
        autosize
        minRows={3}
        maxLength={COMMENT_MAX_LENGTH}
      />
      <Unnotified code={code} text={text} />
      <div style={{ display: 'flex', gap: 8, marginTop: 8, alignItems: 'center' }}>
        <Button type="submit" loading={busy} disabled={isBlank(text)}>
          {t('daily.comments.add')}
        </Button>
        {answered && (
          <Button variant="default" onClick={onDone}>
            {t('common.cancel')}
          </Button>
        )}
        <Left text={text} />
      </div>
    </form>
  );
}

function Correction({ code, comment, onDone }: { code: string; comment: Comment; onDone: () => void }) {
  const { t } = useText();
  const send = useComments(code);
  const { text, change, sent, drop } = useKeptText(`comment.${code}.${comment.id}`, comment.text ?? '');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy || isBlank(text)) return;
    setBusy(true);
    if (
      await send(
        () =>
          call('PUT /projects/:projectCode/comments/:commentId', {
            params: { projectCode: code, commentId: comment.id },
            body: { text: text.trim() },
          }),
        t('daily.comments.edited'),
      )
    ) {
      sent(text);
      onDone();
    }
    setBusy(false);
  };
  return (
    <>
      <MentionTextarea
        code={code}
        aria-label={t('daily.comments.editText')}
        value={text}
        onChange={change}
        autosize
        maxLength={COMMENT_MAX_LENGTH}
        readOnly={busy}
      />
      <Unnotified code={code} text={text} />
      <div style={{ display: 'flex', gap: 8, marginTop: 8 }}>
        <Button onClick={() => void save()} loading={busy}>
          {t('common.save')}
        </Button>
        <Button
          variant="default"
          disabled={busy}
          onClick={() => {
            drop();
            onDone();
          }}
        >
          {t('common.cancel')}
        </Button>
      </div>
    </>
  );
}

interface ItemProps {
  code: string;
  comment: Comment;
  canWrite: boolean;
  onAnswer: (comment: Comment) => void;
}

function Item({ code, comment, canWrite, onAnswer }: ItemProps) {
  const { t, data, instant } = useText();
  const send = useComments(code);
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { author, replyTo, rights } = comment;
  const when = instant(comment.createdDate).slice(0, -':00'.length);
  return (
    <li className="comment" id={`comment-${comment.id}`} tabIndex={-1}>
      <p>
        <span className="strong">{data(author.name)}</span>{' '}
        <span className="meta">
          @{author.login} · {data(author.organizationName)} · {when}
          {comment.editedDate && ` · ${t('daily.comments.edited')}`}
        </span>
        <Away away={author.away} />
      </p>
      {replyTo && (
        <a className="quote" href={`#comment-${replyTo.id}`}>
          {t('daily.comments.answered', { name: data(replyTo.authorName) })}
          {replyTo.excerpt && `: ${data(replyTo.excerpt)}`}
        </a>
      )}
      {comment.text === null ? (
        <p className="text meta">{t('daily.comments.removed')}</p>
      ) : editing ? (
        <Correction code={code} comment={comment} onDone={() => setEditing(false)} />
      ) : (
        <CommentText text={comment.text} />
      )}
      {comment.text !== null && !editing && (
        <div className="tools" role="group" aria-label={t('daily.comments.actions', { name: data(author.name), when })}>
          {canWrite && (
            <button type="button" className="link-button" onClick={() => onAnswer(comment)}>
              {t('daily.comments.answer')}
            </button>
          )}
          {rights.edit && (
            <button type="button" className="link-button" onClick={() => setEditing(true)}>
              {t('daily.comments.edit')}
            </button>
          )}
          {rights.remove && (
            <button type="button" className="link-button" onClick={() => setRemoving(true)}>
              {t('daily.comments.remove')}
            </button>
          )}
        </div>
      )}
      {removing && (
        <Dialog
          opened
          onClose={() => setRemoving(false)}
          title={t('daily.comments.removeTitle')}
          confirm={
            <Button
              onClick={() => {
                setRemoving(false);
                void send(
                  () =>
                    call('DELETE /projects/:projectCode/comments/:commentId', {
                      params: { projectCode: code, commentId: comment.id },
                    }),
                  t('daily.comments.removed'),
                );
              }}
            >
              {t('daily.comments.remove')}
            </Button>
          }
        >
          {t('daily.comments.removePrompt')}
        </Dialog>
      )}
    </li>
  );
}

/** The thread of a project: newest first, with answers, corrections and mentions. */
export function CommentsTab() {
  const { t } = useText();
  const { projectCode = '' } = useAddress();
  const [answered, setAnswered] = useState<Comment | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    commentsQuery(projectCode),
  );
  if (error && !data) return <ErrorPage error={error} />;
  if (isPending) return <p className="meta">{t('common.loading')}</p>;
  const rows = data.pages.flatMap((page) => page.rows);
  const canWrite = data.pages[0]?.canWrite ?? false;
  const answer = (comment: Comment) => {
    setAnswered(comment);
    form.current?.querySelector('textarea')?.focus();
    form.current?.scrollIntoView({ block: 'center' });
  };
  return (
    <section className="panel" style={{ maxWidth: 860 }} aria-label={t('daily.comments.titled')}>
      {canWrite ? (
        <div ref={form}>
          <NewComment key={projectCode} code={projectCode} answered={answered} onDone={() => setAnswered(null)} />
        </div>
      ) : (
        <p className="meta" style={{ padding: 16 }}>
          {t('daily.comments.closed')}
        </p>
      )}
      {rows.length === 0 && <Empty title={t('daily.comments.none')} hint={t('daily.comments.noneHint')} />}
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {rows.map((comment) => (
          <Item key={comment.id} code={projectCode} comment={comment} canWrite={canWrite} onAnswer={answer} />
        ))}
      </ul>
      {hasNextPage && (
        <div style={{ padding: 12, borderTop: '1px solid var(--p-line)' }}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('daily.older')}
          </Button>
        </div>
      )}
    </section>
  );
}
