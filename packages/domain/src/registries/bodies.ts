import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { codeOfDigits, DISTRICT_CODE, NAME, PERIOD, REGION } from './columns.ts';
import type { Registry, RegistryColumn } from './types.ts';
import { WORDS } from '../text/words.ts';

/** Registries of bodies and places. */

const ID: RegistryColumn = {
  name: 'id',
  kind: 'code',
  label: WORDS.budgetUserId,
  required: true,
  maxLength: 5,
  pattern: '\\d{5}',
};
const COMPANY_NUMBER: RegistryColumn = {
  name: 'companyNumber',
  kind: 'code',
  label: WORDS.companyNumber,
  maxLength: 8,
  pattern: '\\d{8}',
};
const TAX_ID_NUMBER: RegistryColumn = {
  name: 'taxIdNumber',
  kind: 'code',
  label: WORDS.taxIdNumber,
  maxLength: 9,
  pattern: '\\d{9}',
};
const ADDRESS: RegistryColumn = {
  name: 'address',
  kind: 'text',
  label: WORDS.address,
  maxLength: 200,
};
const PLACE: RegistryColumn = { name: 'place', kind: 'text', label: { sr: 'Место', en: 'Place' }, maxLength: 100 };
const PHONE_NUMBER: RegistryColumn = {
  name: 'phoneNumber',
  kind: 'text',
  label: WORDS.phone,
  maxLength: 40,
  contact: true,
  phone: true,
};
const EMAIL: RegistryColumn = {
  name: 'email',
  kind: 'text',
  label: WORDS.email,
  maxLength: 200,
  contact: true,
};
const TREASURY_BRANCH_CODE: RegistryColumn = {
  name: 'treasuryBranchCode',
  kind: 'code',
  label: WORDS.treasuryBranch,
  maxLength: 3,
  references: 'treasury-branches',
};
const ACTIVITY: RegistryColumn = {
  name: 'activity',
  kind: 'text',
  label: { sr: 'Делатност', en: 'Activity' },
  maxLength: 100,
};
const TYPES: Readonly<Record<string, BilingualText>> = {
  administration: { sr: 'управа', en: 'administration' },
  'administration-within-ministry': {
    sr: 'орган управе у саставу министарства',
    en: 'administration within a ministry',
  },
  agency: { sr: 'агенција', en: 'agency' },
  city: { sr: 'град', en: 'city' },
  'city-municipality': { sr: 'градска општина', en: 'city municipality' },
  court: { sr: 'суд', en: 'court' },
  'culture-institution': { sr: 'установа културе', en: 'cultural institution' },
  'health-institution': { sr: 'здравствена установа', en: 'health institution' },
  institution: { sr: 'установа', en: 'institution' },
  ministry: { sr: 'министарство', en: 'ministry' },
  municipality: { sr: 'општина', en: 'municipality' },
  prosecution: { sr: 'тужилаштво', en: 'prosecution' },
  province: { sr: 'орган аутономне покрајине', en: 'body of the autonomous province' },
  'public-enterprise': { sr: 'јавно предузеће', en: 'public enterprise' },
  'social-insurance': { sr: 'организација социјалног осигурања', en: 'social insurance organization' },
  'special-organization': { sr: 'посебна организација', en: 'special organization' },
  'state-body': { sr: 'државни орган', en: 'state body' },
  university: { sr: 'универзитет', en: 'university' },
};
const TYPE: RegistryColumn = {
  name: 'type',
  kind: 'text',
  label: WORDS.kind,
  values: TYPES,
  maxLength: 60,
};

const PARENT: RegistryColumn = {
  name: 'parentId',
  kind: 'code',
  label: { sr: 'Надређени корисник', en: 'Parent budget user' },
  maxLength: 5,
  references: 'budget-users',
};

export const BODIES: readonly Registry[] = [
  {
    code: 'budget-users',
    title: { sr: 'Корисници буџета', en: 'Budget users' },
    description: {
      sr: 'Јавни органи и установе са јединственим бројем корисника јавних средстава.',
      en: 'Public bodies and institutions with their budget user ids.',
    },
    key: ['id'],
    name: 'name',
    columns: [
      ID,
      NAME,
      TAX_ID_NUMBER,
      COMPANY_NUMBER,
      {
        name: 'executionAccount',
        kind: 'code',
        label: WORDS.executionAccount,
        maxLength: 22,
        pattern: '\\d{3}-\\d{1,13}-\\d{2}',
      },
      ADDRESS,
      PLACE,
      PHONE_NUMBER,
      EMAIL,
      TREASURY_BRANCH_CODE,
      ACTIVITY,
      TYPE,
      PARENT,
      {
        name: 'municipalityCode',
        kind: 'code',
        label: { sr: 'Општина или град', en: 'Municipality' },
        maxLength: 5,
        references: 'locations',
      },
      ...PERIOD,
    ],
    validity: 'period',
    claim: 'Registry_BudgetUser',
    open: true,
  },
  {
    code: 'organizations',
    title: { sr: 'Правна лица', en: 'Legal entities' },
    description: {
      sr: 'Корисници буџета као правна лица: матични број, ПИБ, седиште, филијала трезора.',
      en: 'Budget users as legal entities: numbers, seat, treasury branch.',
    },
    key: ['id'],
    name: 'name',
    columns: [
      ID,
      COMPANY_NUMBER,
      TAX_ID_NUMBER,
      NAME,
      ADDRESS,
      PLACE,
      PHONE_NUMBER,
      EMAIL,
      TREASURY_BRANCH_CODE,
      { name: 'treasury', kind: 'text', label: { sr: 'Трезор', en: 'Treasury' }, derived: true },
      ACTIVITY,
      TYPE,
      ...PERIOD,
    ],
    validity: 'period',
    claim: null,
    readOnly: true,
    open: true,
  },
  {
    code: 'treasury-branches',
    title: { sr: 'Филијале трезора', en: 'Treasury branches' },
    description: {
      sr: 'Организационе јединице Управе за трезор.',
      en: 'Branches of the Treasury Administration.',
    },
    key: ['code'],
    name: 'name',
    columns: [
      codeOfDigits(3),
      NAME,
      { name: 'city', kind: 'text', label: { sr: 'Седиште', en: 'Seat' }, maxLength: 100 },
      { name: 'kind', kind: 'text', label: WORDS.kind, maxLength: 60 },
      DISTRICT_CODE,
      ...PERIOD,
    ],
    validity: 'period',
    claim: null,
    open: true,
  },
  {
    code: 'locations',
    title: { sr: 'Општине и градови', en: 'Municipalities and cities' },
    description: {
      sr: 'Јединице локалне самоуправе и градске општине, са округом и регионом.',
      en: 'Local self-government units and city municipalities, with district and region.',
    },
    key: ['id'],
    name: 'name',
    columns: [
      {
        name: 'id',
        kind: 'code',
        label: pair('Матични број', 'Code'),
        required: true,
        maxLength: 5,
        pattern: '\\d{5}',
      },
      NAME,
      { name: 'type', kind: 'text', label: WORDS.kind, required: true, maxLength: 60 },
      DISTRICT_CODE,
      REGION,
      {
        name: 'parentCode',
        kind: 'code',
        label: { sr: 'Припада граду', en: 'Part of city' },
        maxLength: 5,
        references: 'locations',
      },
      { name: 'codeStatus', kind: 'text', label: { sr: 'Порекло шифре', en: 'Origin of the code' }, maxLength: 60 },
      ...PERIOD,
    ],
    validity: 'period',
    claim: 'Registry_Municipality',
  },
  {
    code: 'districts',
    title: { sr: 'Управни окрузи', en: 'Districts' },
    description: {
      sr: 'Управни окрузи и град Београд, са седиштем и регионом.',
      en: 'Administrative districts and Belgrade, with seat and region.',
    },
    key: ['code'],
    name: 'name',
    columns: [
      codeOfDigits(2),
      { name: 'isoCode', kind: 'code', label: { sr: 'ISO ознака', en: 'ISO code' }, maxLength: 6 },
      NAME,
      { name: 'seat', kind: 'text', label: { sr: 'Седиште', en: 'Seat' }, maxLength: 100 },
      REGION,
      ...PERIOD,
    ],
    validity: 'period',
    claim: 'Registry_Municipality',
  },
];
