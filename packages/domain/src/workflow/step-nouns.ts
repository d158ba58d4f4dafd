import { type BilingualText, pair } from '../text/bilingual-text.ts';

const DECISION = pair('одлука комисије', 'the decision of the commission');

/** Each step as a noun: "Ви сте на реду: закључавање обрасца". Buttons have the verb. */
const NOUNS: Readonly<Record<string, BilingualText>> = {
  fillForm: pair('попуњавање обрасца', 'filling in the form'),
  fixErrors: pair('исправљање грешака', 'correcting the errors'),
  answerRemarks: pair('отклањање примедби', 'dealing with the remarks'),
  amendForm: pair('допуна враћеног обрасца', 'amending the returned form'),
  lockForm: pair('закључавање обрасца', 'locking the form'),
  markForm: pair('оцењивање обрасца', 'marking the form'),
  send: pair('слање на потврду', 'sending for confirmation'),
  confirm: pair('потврда', 'confirmation'),
  approve: pair('одобравање', 'approval'),
  returnForUpdate: pair('враћање обрасца на измену', 'returning the form for update'),
  approveImportant: pair('одобравање посебног значаја', 'approving the special importance'),
  verify: pair('верификација', 'verification'),
  sendToMinister: pair('слање министру', 'sending to the minister'),
  ministerApprove: pair('сагласност министра', 'the consent of the minister'),
  sendToMinistry: pair('слање Министарству финансија', 'sending to the Ministry of Finance'),
  sendToMei: pair('слање на мишљење МЕИ', 'sending to MEI for an opinion'),
  giveOpinion: pair('мишљење МЕИ', 'the opinion of MEI'),
  sendQuarter: pair('слање квартала на потврду', 'sending the quarter for confirmation'),
  confirmQuarter: pair('потврда квартала', 'confirming the quarter'),
  approveQuarter: pair('одобравање квартала', 'approving the quarter'),
  sendPhase: pair('слање последњег квартала и фазе', 'sending the last quarter and the phase'),
  openCorrection: pair('отварање корекције', 'opening the correction'),
  sendAmendment: pair('слање допуне', 'sending the amendment'),
  approveAmendment: pair('одобравање допуне', 'approving the amendment'),
  confirmAmendment: pair('потврда допуне', 'confirming the amendment'),
  // One of them represents all possible decisions.
  commissionYes: DECISION,
  commissionNo: DECISION,
  commissionStop: DECISION,
  commissionPostpone: DECISION,
  commissionAmend: DECISION,
  withdrawProposal: pair('повлачење предлога', 'withdrawing the proposal'),
  resume: pair('наставак', 'resuming'),
  returnToEntry: pair('враћање на унос', 'returning to entry'),
  createList: pair('прављење листе', 'creating the list'),
  putOnList: pair('стављање на листу', 'putting it on a list'),
};

/** Errors: RangeError for a step that no project waits for. */
export function stepNoun(key: string): BilingualText {
  const noun = NOUNS[key];
  if (!noun) throw new RangeError(`No noun for the step ${key}`);
  return noun;
}
