import { dailyBackup } from './backup/daily-backup.ts';
import { weeklyTrial } from './backup/weekly-trial.ts';
import { exportHead } from './modules/audit/chain.ts';
import { scanRevision } from './modules/documents/content/scanning.ts';
import { removeOrphanFiles } from './modules/documents/storage/orphan-file-cleanup.ts';
import { queueMissingTexts, readText } from './modules/documents/content/texts.ts';
import { sendLink } from './modules/identity/sign-in/links.ts';
import { removeOldSessions } from './modules/identity/sign-in/sessions.ts';
import { runListArchive } from './modules/lists/zip-worker.ts';
import { mailDigest, mailNotifications } from './modules/notifications/mails.ts';
import { removeOldNotifications } from './modules/notifications/service.ts';
import { removeLeftoverFiles } from './modules/operations/leftover-files.ts';
import { removeOldOperations } from './modules/operations/service.ts';
import { runOperation } from './modules/operations/work.ts';
import { computeWaiting } from './modules/projections/waiting.ts';
import { compactStateCounts } from './modules/projects/state-counts.ts';
import { importWork } from './modules/registry/import/import-calls.ts';
import { mailReports } from './modules/reports/board/monthly.ts';
import { boardReportWork } from './modules/reports/board/paper-work.ts';
import { proposalWork } from './modules/scenarios/proposals.ts';
import { openDueQuarters } from './modules/workflow/scheduler.ts';
import { makeOpenDataFiles } from './modules/open-data/files/making.ts';
import type { Context } from './platform/context.ts';
import type { JobHandlers } from './platform/jobs/jobs.ts';

/** The handler of each job. */
export function jobHandlers(context: Context): JobHandlers {
  return {
    sendMail: (mail, job) => context.mail.send(mail, job),
    sendLink: (link) => sendLink(context, link),
    openNextQuarters: () => openDueQuarters(context),
    mailNotifications: () => mailNotifications(context),
    runOperation: ({ id }) =>
      runOperation(context, id, {
        registryImport: importWork(context),
        listArchive: runListArchive(context),
        boardReport: boardReportWork(context),
        scenarioProposal: proposalWork(context),
      }),
    mailDigest: () => mailDigest(context),
    mailReports: () => mailReports(context),
    scanRevision: ({ id }) => scanRevision(context, id),
    readText: ({ id }) => readText(context, id),
    sweepFiles: async () => {
      await removeOrphanFiles(context);
      await queueMissingTexts(context);
      await removeLeftoverFiles(context);
    },
    foldCounts: async () => {
      await compactStateCounts(context);
    },
    makeOpenDataFiles: () => makeOpenDataFiles(context),
    sealAudit: () => exportHead(context),
    computeProjections: () => computeWaiting(context),
    backUp: () => dailyBackup(context),
    tryRestore: () => weeklyTrial(context),
    cleanUp: async () => {
      await removeOldSessions(context);
      await removeOldNotifications(context);
      await removeOldOperations(context);
    },
  };
}
