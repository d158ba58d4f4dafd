import type { Announcer } from '../../platform/announcements.ts';
import { changeForms } from '../form-store/changes.ts';
import '../workflow/announcements.ts';
import { fixedData } from './form-data.ts';
import { settleForeignFunds, writeMeiOpinion } from './carry-to-project.ts';

/** What forms do when a step of the workflow is taken: the part of its effects that lies in what they hold. */
export function listenToWorkflow(announcer: Announcer): void {
  announcer.on('effectCarriedOut', async ({ step, effect }) => {
    if (effect.kind === 'settleForeignFunds') await settleForeignFunds(step);
    if (effect.kind === 'keepMeiOpinion') await writeMeiOpinion(step);
  });
  announcer.on('formAdded', async ({ context, tx, projectId, formId, code }) => {
    const fixed = JSON.stringify(await fixedData(context, tx, projectId, code));
    await changeForms(tx, [formId], { fixed });
  });
}
