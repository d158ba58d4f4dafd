import type { BilingualText } from '../text/bilingual-text.ts';

/**
 * A system claim is only in system roles; only an Admin may put an `adminOnly` claim into a role or assign such a role.
 */
export const CLAIM_TYPE = { system: 1, feature: 2, adminOnly: 3 } as const;
export type ClaimType = (typeof CLAIM_TYPE)[keyof typeof CLAIM_TYPE];

interface ClaimRow {
  type: ClaimType;
  description: BilingualText;
}

/** The claims of the specification, section 6. */
export const CLAIMS = {
  Admin: { type: 3, description: { sr: 'Администратор система', en: 'System administrator' } },
  Organization_RegistrationResolve: {
    type: 3,
    description: { sr: 'Решавање захтева за регистрацију', en: 'Resolve registration requests' },
  },
  Organization_View: { type: 2, description: { sr: 'Преглед органа', en: 'View organizations' } },
  Organization_Manage: { type: 2, description: { sr: 'Измена органа', en: 'Manage organizations' } },
  Role_Manage: { type: 2, description: { sr: 'Уређивање улога', en: 'Manage roles' } },
  Role_View: { type: 2, description: { sr: 'Преглед улога', en: 'View roles' } },
  User_Manage: { type: 2, description: { sr: 'Уређивање корисника органа', en: "Manage the organization's users" } },
  User_Review: { type: 2, description: { sr: 'Увид у кориснике', en: 'Review users' } },
  User_StatusUpdate: {
    type: 2,
    description: { sr: 'Укидање приступа у органу', en: 'Revoke access within the organization' },
  },
  User_StatusUpdateAll: { type: 3, description: { sr: 'Укидање приступа у систему', en: 'Revoke access system-wide' } },
  User_UpdateAll: { type: 3, description: { sr: 'Уређивање свих корисника', en: 'Manage all users' } },
  User_View: { type: 2, description: { sr: 'Преглед корисника органа', en: "View the organization's users" } },
  Project_View: { type: 2, description: { sr: 'Преглед пројеката', en: 'View projects' } },
  Portfolio_View: { type: 2, description: { sr: 'Преглед портфолија', en: 'View the portfolio' } },
  Ceiling_Manage: { type: 3, description: { sr: 'Горње границе расхода', en: 'Expenditure ceilings' } },
  Scenario_Manage: { type: 3, description: { sr: 'Сценарији за комисију', en: 'Scenarios for the commission' } },
  Project_Manage: {
    type: 2,
    description: { sr: 'Уређивање пројеката органа', en: "Manage the organization's projects" },
  },
  Project_Evaluate: { type: 2, description: { sr: 'Оцена образаца', en: 'Mark forms' } },
  Form_Manage: { type: 2, description: { sr: 'Попуњавање образаца', en: 'Fill in forms' } },
  Form_ConfirmationResolve: { type: 2, description: { sr: 'Потврда у органу', en: 'Confirm within the organization' } },
  Form_ApprovalResolve: { type: 3, description: { sr: 'Одобравање у Министарству', en: 'Approve in the Ministry' } },
  Project_ListManage: {
    type: 3,
    description: { sr: 'Листе пројеката и одлуке комисије', en: 'Project lists and commission decisions' },
  },
  Project_ListView: { type: 2, description: { sr: 'Преглед листа пројеката', en: 'View project lists' } },
  Registry_Manage: { type: 2, description: { sr: 'Одржавање регистара', en: 'Maintain registries' } },
  DMS_Manage: { type: 2, description: { sr: 'Документи пројекта', en: 'Project documents' } },
  Form_ImportantManage: {
    type: 2,
    description: { sr: 'Пројекти од посебног значаја', en: 'Projects of special importance' },
  },
  Project_Idea_Verification: { type: 2, description: { sr: 'Верификација идеје', en: 'Verify an idea' } },
  Project_Idea_Approval: { type: 2, description: { sr: 'Слање идеје министру', en: 'Send an idea to the minister' } },
  Project_Idea_Minister_Approval: {
    type: 3,
    description: { sr: 'Сагласност министра на идеју', en: "Minister's approval of an idea" },
  },
  Project_Send_Ministry: {
    type: 2,
    description: { sr: 'Слање Министарству финансија', en: 'Send to the Ministry of Finance' },
  },
  Minister: { type: 3, description: { sr: 'Министар', en: 'Minister' } },
  Mei_Approval_Comment_Send: { type: 2, description: { sr: 'Слање на мишљење МЕИ', en: 'Send to MEI for an opinion' } },
  Mei: {
    type: 3,
    description: { sr: 'Министарство за европске интеграције', en: 'Ministry for European Integration' },
  },
  Send_Request_Change_Form: { type: 2, description: { sr: 'Захтев за измену обрасца', en: 'Request a form change' } },
  Client_View: { type: 2, description: { sr: 'Преглед клијената', en: 'View clients' } },
  Client_Administrate: { type: 3, description: { sr: 'Уређивање клијената', en: 'Manage clients' } },
  Refresh_Token: { type: 1, description: { sr: 'Обнова сесије', en: 'Session refresh' } },
  Registry_Demo: { type: 1, description: { sr: 'Регистар: огледни', en: 'Registry: demo' } },
  Registry_SourceOfFunding: {
    type: 1,
    description: { sr: 'Регистар: извори финансирања', en: 'Registry: funding sources' },
  },
  Registry_PaymentCode: { type: 1, description: { sr: 'Регистар: шифре плаћања', en: 'Registry: payment codes' } },
  Registry_Country: { type: 1, description: { sr: 'Регистар: државе', en: 'Registry: countries' } },
  Registry_Bank: { type: 1, description: { sr: 'Регистар: банке', en: 'Registry: banks' } },
  Registry_Currency: {
    type: 1,
    description: { sr: 'Регистар: валуте и курсеви', en: 'Registry: currencies and rates' },
  },
  Registry_Function: { type: 1, description: { sr: 'Регистар: функције', en: 'Registry: functions' } },
  Registry_EconomicClassification: {
    type: 1,
    description: { sr: 'Регистар: економске класификације', en: 'Registry: economic classifications' },
  },
  Registry_Municipality: {
    type: 1,
    description: { sr: 'Регистар: општине и градови', en: 'Registry: municipalities' },
  },
  Registry_BudgetUser: { type: 1, description: { sr: 'Регистар: корисници буџета', en: 'Registry: budget users' } },
} as const satisfies Record<string, ClaimRow>;

export type Claim = keyof typeof CLAIMS;

/** Claims of the registries' own roles (roles 20–29). */
export const REGISTRY_CLAIMS: readonly Claim[] = (Object.keys(CLAIMS) as Claim[]).filter(
  (claim) => claim.startsWith('Registry_') && claim !== 'Registry_Manage',
);
