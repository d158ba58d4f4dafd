import { WORDS } from '@pimis/domain/text/words';

export const shell = {
  script: { label: 'Писмо и језик', 'sr-Cyrl': 'Ћирилица', 'sr-Latn': 'Latinica', en: 'English' },
  theme: { label: 'Изглед', system: 'Као у систему', light: 'Светла тема', dark: 'Тамна тема' },
  notices: { title: WORDS.notices.sr, none: 'Нема важећих саопштења.', urgent: 'Важно' },
  backTo: 'Назад: {{place}}',
  error: {
    title: 'Екран се није учитао',
    text: 'Дошло је до неочекиване грешке. Освежите страницу; унети подаци су сачувани на овом рачунару.',
    reload: 'Освежи страницу',
  },
  notFound: {
    title: 'Страница не постоји',
    text: 'Проверите адресу или се вратите на преглед.',
    back: 'Иди на преглед',
  },
  offline: 'Нема везе са сервером. Покушајте за неколико минута.',
  field: 'Поље „{{field}}“: {{problem}}',
  problems: {
    UnknownField: 'није познато',
    EmptyField: 'обавезно је',
    InvalidField: 'није исправно',
    ReadOnlyField: 'не може да се мења',
    TooDeep: 'предубоко је угнежђено',
    TooManyRows: 'има превише редова',
    TextTooLong: 'има више од 100.000 знакова',
  },
  row: 'Ред {{row}}: {{text}}',
  copy: 'Ово је копија за пробу, са подацима од {{at}}. Ништа одавде не стиже другима.',
  readOnly:
    'Систем се тренутно само чита. Оно што унесете у образац остаје на овом рачунару и шаље се само када измене поново буду могуће.',
} as const;
