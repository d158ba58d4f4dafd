import { addDays, formatDay } from '@pimis/domain/dates/dates';
import { findBoardReport } from '@pimis/domain/reports/board-reports';
import { claimDailyRun } from '../../../platform/jobs/daily-job-lock.ts';
import { type Context, today } from '../../../platform/context.ts';
import { addJobs } from '../../../platform/jobs/jobs.ts';
import { composeMail } from '../../../platform/mail/mail-page.ts';
import { mailsWanted } from './report-subscriptions.ts';

const KEY = 'reports.monthly';

/**
 * Mails subscribers about the reports of the past month: once a month, from one of several servers, and later if all
 * were down on the first day. The mail only links to the screen, because its reader must sign in.
 */
export async function mailReports(context: Context): Promise<void> {
  const first = `${today(context).slice(0, 7)}-01`;
  const day = addDays(first, -1);
  await context.db.transaction().execute(async (tx) => {
    if (!(await claimDailyRun(tx, KEY, first, context.now()))) return;
    const mails = (await mailsWanted(tx)).flatMap(({ email, reports }) =>
      reports.flatMap((type) => {
        const report = findBoardReport(type);
        if (!report) return [];
        const { codeName, title } = report;
        return composeMail({
          to: email,
          subject: `ПИМИС: ${title.sr}, стање на дан ${formatDay(day)}`,
          paragraphs: [
            `извештај ${codeName} „${title.sr}“ са стањем на дан ${formatDay(day)} је спреман.`,
            'Месечну поруку о извештају укључујете и искључујете на његовој картици.',
          ],
          link: {
            label: 'Отвори извештај',
            address: `${context.config.publicUrl}/reporting?report=${report.type}&day=${day}`,
          },
        });
      }),
    );
    if (mails.length > 0) await addJobs(tx, 'sendMail', mails);
  });
}
