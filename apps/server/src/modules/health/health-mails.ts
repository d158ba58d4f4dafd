import type { AttentionReason, HealthPart } from '@pimis/contract/health';
import { formatDay } from '@pimis/domain/dates/dates';
import { textsIn } from '@pimis/domain/text/bilingual-text';
import { HEALTH_CAUSES, HEALTH_STEPS } from '@pimis/domain/text/health-texts';
import { HEALTH_PARTS } from '@pimis/domain/text/words';
import { joined } from '@pimis/domain/text/joined';
import { inSentenceCase } from '@pimis/domain/text/sentence-case';
import type { Context } from '../../platform/context.ts';
import { lockedSetting, writeSetting } from '../../platform/database/locked-setting.ts';
import { addJobs } from '../../platform/jobs/jobs.ts';
import { queueState } from '../../platform/jobs/job-state.ts';
import { composeMail } from '../../platform/mail/mail-page.ts';
import { activeAdministrators } from '../identity/roles/rights.ts';
import { hasLittleRoom, isFailing, Parts } from './parts.ts';

/*
 * Mails to administrators while a part of the installation fails. The job checks every ten minutes; the state between
 * two checks is in `settings`.
 */

const KEY = 'health-mail';
const DAY_MS = 86_400_000;
/** A part that fails once, for example during a restart, is no reason for a mail. */
const LOOKS_BEFORE_MAIL = 2;

export interface HealthMailState {
  /** The number of consecutive checks at which something failed. */
  failing: number;
  /** The time of the last mail about a failure (ISO 8601). */
  mailedAt: string | null;
  /** A mail about a failure was sent, but none about its end. */
  isOpen: boolean;
}

export const NOTHING_MAILED: HealthMailState = { failing: 0, mailedAt: null, isOpen: false };

/** The state after a check, and its mail: at most one a day while something fails, and one when that is over. */
export function afterLook(
  state: HealthMailState,
  fails: boolean,
  now: Date,
): { state: HealthMailState; mail: 'failing' | 'well' | null } {
  if (!fails) return { state: { ...state, failing: 0, isOpen: false }, mail: state.isOpen ? 'well' : null };
  const failing = state.failing + 1;
  const isDue = state.mailedAt === null || now.getTime() - Date.parse(state.mailedAt) >= DAY_MS;
  if (failing < LOOKS_BEFORE_MAIL || !isDue) return { state: { ...state, failing }, mail: null };
  return { state: { failing, mailedAt: now.toISOString(), isOpen: true }, mail: 'failing' };
}

const NAMES: Readonly<Record<AttentionReason, string>> = {
  ...textsIn('sr', HEALTH_PARTS),
  jobs: 'неуспели послови',
  workers: 'послови које нико не извршава',
};

/** Lines of the mail about a part: why it needs attention, what to do, and the technical reason. */
function linesOf({ part, cause, reason, until }: Omit<HealthPart, 'state' | 'ms'>): string {
  const end = part === 'certificate' && until !== null ? ` (${formatDay(until.slice(0, 'YYYY-MM-DD'.length))})` : '';
  const why = cause === null ? '' : `: ${inSentenceCase(HEALTH_CAUSES[cause].sr).slice(0, -1)}${end}`;
  const detail = reason === null ? [] : [`  ${reason}`];
  return [`– ${NAMES[part]}${why}. ${HEALTH_STEPS[part].sr}`, ...detail].join('\n');
}

/** Checks all parts, and queues the mails that are due. Errors: those of the database, so the job is repeated. */
export async function mailHealth(context: Context): Promise<void> {
  const { db, config, now } = context;
  const parts = (await new Parts(context).read()).filter((part) => isFailing(part) || hasLittleRoom(part));
  const { failed } = await queueState(db);
  const lines = [...parts.map(linesOf), ...(failed > 0 ? [`– ${NAMES.jobs}: ${failed}`] : [])];
  const names = [...parts.map(({ part }) => NAMES[part]), ...(failed > 0 ? [NAMES.jobs] : [])];
  await db.transaction().execute(async (tx) => {
    const { state, mail } = afterLook(await lockedSetting(tx, KEY, NOTHING_MAILED), lines.length > 0, now());
    await writeSetting(tx, KEY, state, now());
    if (mail === null) return;
    const text =
      mail === 'well'
        ? {
            subject: 'ПИМИС: систем поново ради како треба',
            paragraphs: ['Ниједан део система више не захтева пажњу.'],
          }
        : {
            subject: `ПИМИС: пажњу захтева ${joined(names, 'and').sr}`,
            paragraphs: [
              'Следећи делови система захтевају пажњу:',
              lines.join('\n'),
              'Док се то не отклони, порука стиже једном дневно. Још једна стиже када систем поново ради како треба.',
            ],
          };
    const link = { label: 'Стање система', address: `${config.publicUrl}/administration/health` };
    const administrators = await activeAdministrators(tx);
    const mails = administrators.map(({ email }) => composeMail({ to: email, ...text, link }));
    if (mails.length > 0) await addJobs(tx, 'sendMail', mails);
  });
}
