import { ROLE } from '../constants.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import type { Claim } from './claims.ts';
import { WORDS } from '../text/words.ts';

export interface Role {
  id: number;
  name: string;
  description: BilingualText;
  claims: readonly Claim[];
}

const LOCAL_USER: readonly Claim[] = ['Project_View', 'Portfolio_View', 'Project_Manage', 'Form_Manage', 'DMS_Manage'];

/** The seeded system roles (docs/permissions.md, "Roles"). They are neither updatable nor deletable. */
export const ROLES: readonly Role[] = [
  {
    id: ROLE.localUser,
    name: 'Local_User',
    description: { sr: 'Руководилац пројекта', en: 'Project manager' },
    claims: LOCAL_USER,
  },
  {
    id: ROLE.localAdmin,
    name: 'Local_Admin',
    description: WORDS.localAdministrator,
    claims: [
      ...LOCAL_USER,
      'User_View',
      'User_Manage',
      'User_StatusUpdate',
      'Organization_View',
      'Role_View',
      'Form_ConfirmationResolve',
      'Form_ImportantManage',
      'Project_Idea_Approval',
      'Project_Send_Ministry',
      'Mei_Approval_Comment_Send',
    ],
  },
  {
    id: 3,
    name: 'Local_Power_User',
    description: { sr: 'Напредни корисник', en: 'Power user' },
    claims: [...LOCAL_USER, 'Form_ConfirmationResolve', 'Form_ImportantManage', 'Project_ListView'],
  },
  {
    id: ROLE.localVerificationUser,
    name: 'Local_Verification_User',
    description: { sr: 'Верификатор', en: 'Verifier' },
    claims: ['Project_View', 'Portfolio_View', 'Project_Idea_Verification'],
  },
  { id: 5, name: 'Administrator', description: { sr: 'Администратор', en: 'Administrator' }, claims: ['Admin'] },
  {
    id: 6,
    name: 'Operator',
    description: { sr: 'Оператер', en: 'Operator' },
    claims: [
      'Organization_View',
      'Organization_Manage',
      'Organization_RegistrationResolve',
      'User_View',
      'User_Manage',
      'User_Review',
      'User_UpdateAll',
      'User_StatusUpdateAll',
      'Role_View',
      'Role_Manage',
      'Registry_Manage',
    ],
  },
  {
    id: 7,
    name: 'Reviewer',
    description: { sr: 'Одобравалац Министарства', en: 'Ministry reviewer' },
    claims: [
      'Project_View',
      'Portfolio_View',
      'Ceiling_Manage',
      'Scenario_Manage',
      'Form_ApprovalResolve',
      'Project_ListView',
      'Project_ListManage',
      'Send_Request_Change_Form',
    ],
  },
  {
    id: ROLE.evaluator,
    name: 'Evaluator',
    description: { sr: 'Оцењивач', en: 'Evaluator' },
    claims: ['Project_View', 'Portfolio_View', 'Project_Evaluate'],
  },
  {
    id: ROLE.minister,
    name: 'Minister',
    description: { sr: 'Министар', en: 'Minister' },
    claims: ['Project_View', 'Portfolio_View', 'Minister', 'Project_Idea_Minister_Approval'],
  },
  {
    id: ROLE.mei,
    name: 'MEI',
    description: { sr: 'Министарство за европске интеграције', en: 'Ministry for European Integration' },
    claims: ['Project_View', 'Portfolio_View', 'Mei', 'Send_Request_Change_Form', 'Project_ListView'],
  },
  {
    id: ROLE.integration,
    name: 'Integration',
    description: { sr: 'Повезани систем', en: 'Connected system' },
    claims: ['Project_View', 'Portfolio_View'],
  },
  {
    id: ROLE.refreshToken,
    name: 'Refresh_Token',
    description: { sr: 'Обнова сесије', en: 'Session refresh' },
    claims: ['Refresh_Token'],
  },
  { id: 20, name: 'Demo', description: { sr: 'Регистар: огледни', en: 'Registry: demo' }, claims: ['Registry_Demo'] },
  {
    id: 21,
    name: 'SourceOfFunding',
    description: { sr: 'Регистар: извори финансирања', en: 'Registry: funding sources' },
    claims: ['Registry_SourceOfFunding'],
  },
  {
    id: 22,
    name: 'PaymentCode',
    description: { sr: 'Регистар: шифре плаћања', en: 'Registry: payment codes' },
    claims: ['Registry_PaymentCode'],
  },
  {
    id: 23,
    name: 'Country',
    description: { sr: 'Регистар: државе', en: 'Registry: countries' },
    claims: ['Registry_Country'],
  },
  { id: 24, name: 'Bank', description: { sr: 'Регистар: банке', en: 'Registry: banks' }, claims: ['Registry_Bank'] },
  {
    id: 25,
    name: 'Currency',
    description: { sr: 'Регистар: валуте', en: 'Registry: currencies' },
    claims: ['Registry_Currency'],
  },
  {
    id: 26,
    name: 'Function',
    description: { sr: 'Регистар: функције', en: 'Registry: functions' },
    claims: ['Registry_Function'],
  },
  {
    id: 27,
    name: 'EconomicClassification',
    description: { sr: 'Регистар: економске класификације', en: 'Registry: economic classifications' },
    claims: ['Registry_EconomicClassification'],
  },
  {
    id: 28,
    name: 'Municipality',
    description: { sr: 'Регистар: општине и градови', en: 'Registry: municipalities' },
    claims: ['Registry_Municipality'],
  },
  {
    id: 29,
    name: 'BudgetUser',
    description: { sr: 'Регистар: корисници буџета', en: 'Registry: budget users' },
    claims: ['Registry_BudgetUser'],
  },
];
