import type { SendingCheck } from '@pimis/contract/sending-check';
import type { Viewer } from '@pimis/domain/forms/types';
import { sendingCheck } from '@pimis/domain/projects/sending-check';
import { roundForms } from '@pimis/domain/workflow/decisions';
import { plain } from '@pimis/markdown/plain';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { type Context, today } from '../../platform/context.ts';
import { summarizedForms } from '../form-store/summarized-forms.ts';
import { formsWithoutAppropriation } from '../forms/appropriation-check.ts';
import { findProject } from '../projects/visibility.ts';
import { loadFacts } from '../workflow/project-facts.ts';
import { documentsOf, readFormOf } from './decision-summary.ts';

/** The check before sending, from the forms of the round as stored now. Error: NotFound. */
export async function readSendingCheck(
  context: Context,
  user: CurrentUser,
  projectCode: string,
): Promise<SendingCheck> {
  const { db } = context;
  const project = await findProject(db, user, projectCode);
  const facts = await loadFacts(context, db, project);
  const round = roundForms(facts).map(({ id }) => id);
  const [[forms], documents] = await Promise.all([
    summarizedForms(db, [{ projectId: project.id, round }]),
    documentsOf(db, round),
  ]);
  if (!forms) throw new Error(`No forms of project ${project.id}`);
  const lacking = await formsWithoutAppropriation(db, project.id, forms.round);
  const viewer: Viewer = { admin: user.claims.has('Admin'), mei: user.claims.has('Mei') };
  const [former] = forms.former;
  return sendingCheck({
    viewer,
    today: today(context),
    round: forms.round.map((stored) => ({
      ...readFormOf(stored, user, lacking),
      takenOver: stored.takenOver ?? {},
    })),
    formerRound: former ? readFormOf(former, user, lacking) : null,
    documents: new Map(documents.map(({ id, title }) => [String(id), title])),
    plain,
  });
}
