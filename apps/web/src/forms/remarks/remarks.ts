import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useReducer, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import type { Remark } from '@pimis/contract/remarks';
import type { RemarkPlace } from '@pimis/domain/forms/remarks';
import { ApiFailure, call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure } from '../../ui/notify.tsx';

/** Whether there is unsaved text at a place: in a remark or a new one. */
interface Typing {
  place: string;
  typing: boolean;
}

function withTyping(places: ReadonlySet<string>, { place, typing }: Typing): ReadonlySet<string> {
  if (places.has(place) === typing) return places;
  return new Set(typing ? [...places, place] : [...places].filter((other) => other !== place));
}

/** Remarks of the shown form. Each change returns whether it was accepted; until then the text stays. */
export interface Remarks {
  phaseFormId: number;
  all: readonly Remark[];
  mayWrite: boolean;
  mayAnswer: boolean;
  add: (place: RemarkPlace, text: string) => Promise<boolean>;
  edit: (remark: Remark, text: string) => Promise<boolean>;
  remove: (id: number) => Promise<boolean>;
  answer: (remark: Remark, answer: string | null, done: boolean) => Promise<boolean>;
  /**
   * Reports unsaved text at a place. A stable function, because effects that report must not run again after each
   * report.
   */
  setTyping: (report: Typing) => void;
  typing: boolean;
}

const refuse = () => Promise.resolve(false);

/** Outside of an editor a field has no remarks. */
export const RemarksContext = createContext<Remarks>({
  phaseFormId: 0,
  all: [],
  mayWrite: false,
  mayAnswer: false,
  add: refuse,
  edit: refuse,
  remove: refuse,
  answer: refuse,
  setTyping: () => {},
  typing: false,
});

export const useRemarks = (): Remarks => useContext(RemarksContext);

const PARTS = ['text', 'answer'] as const;

/** The key of unsaved text for a part of an existing remark. */
export const typingPlace = ({ id }: Remark, part: (typeof PARTS)[number]): string => `remark-${part}/${id}`;

export const isDraft = ({ sentDate }: Remark): boolean => sentDate === null;
export const isOpen = (remark: Remark): boolean => !isDraft(remark) && !remark.done;

interface OwnRemarks {
  /** The loaded remarks that these began with. */
  from: readonly Remark[];
  all: readonly Remark[];
  /** Remarks removed elsewhere; text typed at one of them stays. */
  gone: readonly Remark[];
}

function readInto(own: OwnRemarks, read: readonly Remark[]): OwnRemarks {
  const gone = [...own.gone, ...own.all].filter((old) => !read.some(({ id }) => id === old.id));
  return { ...own, all: read, gone };
}

/**
 * The remarks as changed on this screen. They are separate from the loaded form: a tick must not reload the form while
 * the user types.
 */
export function useRemarksOf(form: ProjectForm, projectCode: string): Remarks {
  const text = useText();
  const client = useQueryClient();
  const [own, setOwn] = useState<OwnRemarks>({ from: form.remarks, all: form.remarks, gone: [] });
  const [typed, setTyping] = useReducer(withTyping, new Set<string>());
  if (own.from !== form.remarks) setOwn({ ...readInto(own, form.remarks), from: form.remarks });
  const { id: phaseFormId } = form;
  const { remark: mayWrite, answer: mayAnswer } = form.rights;
  return useMemo(() => {
    const params = { projectCode, phaseFormId };
    const change = (to: (all: readonly Remark[]) => Remark[]) =>
      setOwn((before) => ({ ...before, all: to(before.all) }));
    const put = (remark: Remark) =>
      change((all) =>
        all.some(({ id }) => id === remark.id)
          ? all.map((old) => (old.id === remark.id ? remark : old))
          : [...all, remark],
      );
    const readAgain = async (): Promise<boolean> => {
      const { payload } = await call('GET /projects/:projectCode/forms/:phaseFormId', { params });
      setOwn((before) => readInto(before, payload.remarks));
      return true;
    };
    // The project has the number of unsent remarks, on which its steps depend.
    const counted = () => client.invalidateQueries({ queryKey: ['project', projectCode], exact: true });
    const accepted = async (work: () => Promise<void>): Promise<boolean> => {
      try {
        // A running request may return data older than this change.
        await client.cancelQueries({ queryKey: ['form', projectCode, phaseFormId] });
        await work();
        return true;
      } catch (failure) {
        const isOutdated = failure instanceof ApiFailure && failure.httpStatus === 409;
        const isRead = isOutdated && (await readAgain().catch(() => false));
        // A reloaded remark already shows what was saved meanwhile.
        if (!isRead || failure.name !== 'RecordConflict') notifyFailure(failure, text);
        return false;
      }
    };
    return {
      phaseFormId,
      // In their order, so that the cursor stays where it is.
      all: [
        ...own.all,
        ...own.gone.filter((remark) => PARTS.some((part) => typed.has(typingPlace(remark, part)))),
      ].toSorted((a, b) => a.id - b.id),
      mayWrite,
      mayAnswer,
      typing: typed.size > 0,
      setTyping,
      add: (place: RemarkPlace, words: string) =>
        accepted(async () => {
          const body = { place, text: words };
          put((await call('POST /projects/:projectCode/forms/:phaseFormId/remarks', { params, body })).payload);
          void counted();
        }),
      edit: ({ id: remarkId, text: former }: Remark, words: string) =>
        accepted(async () => {
          const name = 'PUT /projects/:projectCode/forms/:phaseFormId/remarks/:remarkId';
          put((await call(name, { params: { ...params, remarkId }, body: { text: words, former } })).payload);
        }),
      remove: (remarkId: number) =>
        accepted(async () => {
          await call('DELETE /projects/:projectCode/forms/:phaseFormId/remarks/:remarkId', {
            params: { ...params, remarkId },
          });
          change((all) => all.filter(({ id }) => id !== remarkId));
          void counted();
        }),
      answer: ({ id: remarkId, answeredDate }: Remark, answer: string | null, done: boolean) =>
        accepted(async () => {
          const name = 'PUT /projects/:projectCode/forms/:phaseFormId/remarks/:remarkId/answer';
          put((await call(name, { params: { ...params, remarkId }, body: { answer, done, answeredDate } })).payload);
        }),
    };
  }, [own, typed, client, mayWrite, mayAnswer, projectCode, phaseFormId, text]);
}
