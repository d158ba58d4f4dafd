import { dailyBackup } from './backup/daily-backup.ts';
import { weeklyTrial } from './backup/weekly-trial.ts';
import { projectionEvents } from './listeners.ts';
import { exportHead } from './modules/audit/chain.ts';
import { exportAudit } from './modules/audit/export.ts';
import { scanRevision } from './modules/documents/content/scanning.ts';
import { removeOrphanFiles } from './modules/documents/storage/orphan-file-cleanup.ts';
import { queueMissingTexts, readText } from './modules/documents/content/texts.ts';
import { lookAtDirectory } from './modules/identity/users/departures.ts';
import { mailExpiringClients } from './modules/identity/clients/expiry-mails.ts';
import { removeOldAssertions } from './modules/identity/clients/tokens.ts';
import { mailHealth } from './modules/health/health-mails.ts';
import { encryptSecondFactorsAnew } from './modules/identity/second-factor/encrypt-anew.ts';
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
import { WebhookSender } from './modules/webhooks/delivery/sender.ts';
import { encryptWebhookSecretsAnew } from './modules/webhooks/encrypt-anew.ts';
import { removeOldDeliveries } from './modules/webhooks/log.ts';
import { makeOpenDataFiles } from './modules/open-data/files/making.ts';
import { removeOldKeys } from './platform/access/idempotency.ts';
import type { Context } from './platform/context.ts';
import type { JobHandlers } from './platform/jobs/jobs.ts';

/** The handler of each job. Deliveries of webhooks go on after their job; `webhooks` waits for them. */
export function jobHandlers(context: Context, webhooks = new WebhookSender(context)): JobHandlers {
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
    mailHealth: () => mailHealth(context),
    mailDigest: () => mailDigest(context),
    mailReports: () => mailReports(context),
    mailExpiringClients: () => mailExpiringClients(context),
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
    lookAtDirectory: () => lookAtDirectory(context),
    exportAudit: () => exportAudit(context),
    sealAudit: () => exportHead(context),
    computeProjections: () => computeWaiting(context, projectionEvents(context.config)),
    deliverWebhooks: () => webhooks.begin(),
    backUp: () => dailyBackup(context),
    tryRestore: () => weeklyTrial(context),
    encryptSecondFactors: async () => {
      await encryptSecondFactorsAnew(context);
      await encryptWebhookSecretsAnew(context);
    },
    cleanUp: async () => {
      await removeOldSessions(context);
      await removeOldAssertions(context);
      await removeOldKeys(context);
      await removeOldNotifications(context);
      await removeOldOperations(context);
      await removeOldDeliveries(context);
    },
  };
}
