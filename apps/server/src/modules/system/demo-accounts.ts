/** The demo accounts of the runtime contract. They exist in demo mode only. */
export const DEMO_PASSWORD = 'Demo-pimis-2026!';

export interface DemoAccount {
  login: string;
  roleId: number;
  roleName: string;
  organizationId: string;
  name: string;
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { login: 'admin', roleId: 5, roleName: 'Administrator', organizationId: '00000', name: 'Весна Радић' },
  { login: 'operator', roleId: 6, roleName: 'Operator', organizationId: '00000', name: 'Ненад Савић' },
  { login: 'reviewer', roleId: 7, roleName: 'Reviewer', organizationId: '00000', name: 'Драган Илић' },
  { login: 'mei', roleId: 10, roleName: 'MEI', organizationId: '10513', name: 'Ана Костић' },
  { login: 'ministry.admin', roleId: 2, roleName: 'Local_Admin', organizationId: '10503', name: 'Горан Пешић' },
  { login: 'minister', roleId: 9, roleName: 'Minister', organizationId: '10503', name: 'Светлана Матић' },
  { login: 'verifier', roleId: 4, roleName: 'Local_Verification_User', organizationId: '10503', name: 'Иван Лукић' },
  { login: 'local.admin', roleId: 2, roleName: 'Local_Admin', organizationId: '50112', name: 'Милош Петровић' },
  { login: 'local.power', roleId: 3, roleName: 'Local_Power_User', organizationId: '50112', name: 'Никола Стојановић' },
  { login: 'local.user', roleId: 1, roleName: 'Local_User', organizationId: '50112', name: 'Милена Јовић' },
  { login: 'other.user', roleId: 1, roleName: 'Local_User', organizationId: '50101', name: 'Јелена Марковић' },
  { login: 'evaluator', roleId: 8, roleName: 'Evaluator', organizationId: '10524', name: 'Бојан Тодоровић' },
];
