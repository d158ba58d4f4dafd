import type { WebhookOffReason } from '@pimis/domain/webhooks/rights';
import { audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { addJobs } from '../../../platform/jobs/jobs.ts';
import { composeMail } from '../../../platform/mail/mail-page.ts';
import { clientAdministrators } from '../../identity/clients/administrators.ts';
import { lockWebhook, switchOff } from '../queries.ts';

const REASONS = {
  failures: 'Прималац три дана није примио ни један покушај.',
  gone: 'Прималац је одговорио да више не жели поруке (410).',
} as const satisfies Partial<Record<WebhookOffReason, string>>;

/**
 * Switches off a webhook whose receiver no longer accepts deliveries, and mails its administrators. Waiting deliveries
 * wait until it is switched on again.
 */
export async function giveUp(context: Context, tx: Tx, id: number, reason: keyof typeof REASONS): Promise<void> {
  const found = await lockWebhook(tx, id);
  if (!found?.enabled) return;
  await switchOff(tx, id, reason, context.now());
  await audit(
    tx,
    { user: null },
    {
      operation: 'webhook.off',
      subjectType: 'webhook',
      subjectId: id,
      organizationId: found.organizationId,
      detail: { before: { enabled: true }, after: { enabled: false, reason } },
    },
  );
  const mails = (await clientAdministrators(tx, found.organizationId)).map((to) =>
    composeMail({
      to,
      subject: `ПИМИС: вебхук ${found.name} је искључен`,
      paragraphs: [
        `${REASONS[reason]} Вебхук ${found.name} је зато искључен, и о новим догађајима се не јавља.`,
        'Поруке које чекају остају 30 дана. Кад прималац поново ради, укључите вебхук: послаће се.',
      ],
      link: {
        label: 'Отвори вебхук',
        address: `${context.config.publicUrl}/administration/connections/webhooks/${id}`,
      },
    }),
  );
  if (mails.length > 0) await addJobs(tx, 'sendMail', mails);
}
