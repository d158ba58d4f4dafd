import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const petrol: MantineColorsTuple = [
  '#EDF5F6',
  '#D5E7EA',
  '#ABD0D8',
  '#7DBCC9',
  '#4E9DAE',
  '#2C8295',
  '#1A6C80',
  '#0B5568',
  '#094656',
  '#0C303B',
];

/** Every token of the look, light and dark. */
const TOKENS = {
  canvas: ['#F6F5F2', '#11171A'],
  surface: ['#FFFFFF', '#171E21'],
  subtle: ['#FAF9F7', '#1C2427'],
  line: ['#E5E2DB', '#293338'],
  'line-strong': ['#CFCAC0', '#3A4549'],
  field: ['#8F897E', '#6C777B'],
  text: ['#1B2427', '#E9E7E2'],
  'text-2': ['#535650', '#B7BBB8'],
  'text-3': ['#686963', '#9AA1A0'],
  accent: ['#0B5568', '#7CC6D6'],
  'accent-soft': ['#E6F1F3', '#143039'],
  fill: ['#0B5568', '#1A6C80'],
  error: ['#AE2D24', '#F29B93'],
  warning: ['#7E5206', '#EBC57E'],
  good: ['#267343', '#7CC796'],
  nav: ['#0C303B', '#0A1C23'],
  'nav-active': ['#17434F', '#15323B'],
  'nav-text': ['#D3E2E6', '#CBDADE'],
  'chip-entry': ['#EEECE6', '#2B3335'],
  'chip-entry-text': ['#4A4740', '#D0D2CE'],
  'chip-waiting': ['#E2EDF8', '#17324A'],
  'chip-waiting-text': ['#1B4F7F', '#A9CFF2'],
  'chip-commission': ['#EDE8F6', '#302748'],
  'chip-commission-text': ['#553C86', '#D0BFF3'],
  'chip-request': ['#FBE7DC', '#44271B'],
  'chip-request-text': ['#85380F', '#F5BC9F'],
  'chip-paused': ['#FCEFD0', '#3D2F13'],
  'chip-paused-text': ['#6F4700', '#F0CD8B'],
  'chip-approved': ['#E0F0E4', '#173523'],
  'chip-approved-text': ['#1D5F37', '#9FDCB3'],
  'chip-stopped': ['#FBE5E3', '#44201E'],
  'chip-stopped-text': ['#94231C', '#F6B0A9'],
} as const;

function variables(scheme: 0 | 1): Record<string, string> {
  const own = Object.fromEntries(Object.entries(TOKENS).map(([name, pair]) => [`--p-${name}`, pair[scheme]]));
  return {
    ...own,
    '--mantine-color-body': 'var(--p-surface)',
    '--mantine-color-text': 'var(--p-text)',
    '--mantine-color-dimmed': 'var(--p-text-3)',
    '--mantine-color-placeholder': 'var(--p-text-3)',
    '--mantine-color-default': 'var(--p-surface)',
    '--mantine-color-default-hover': 'var(--p-subtle)',
    '--mantine-color-default-color': 'var(--p-text)',
    '--mantine-color-default-border': 'var(--p-field)',
    '--mantine-color-anchor': 'var(--p-accent)',
    '--mantine-color-error': 'var(--p-error)',
    '--mantine-color-disabled': 'var(--p-subtle)',
    '--mantine-color-disabled-color': 'var(--p-text-3)',
    '--mantine-color-disabled-border': 'var(--p-line-strong)',
    '--mantine-primary-color-filled': 'var(--p-fill)',
    '--mantine-color-petrol-filled': 'var(--p-fill)',
    '--mantine-color-petrol-light': 'var(--p-accent-soft)',
    '--mantine-color-petrol-light-color': 'var(--p-accent)',
    '--mantine-color-petrol-text': 'var(--p-accent)',
  };
}

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: variables(0), dark: variables(1) });

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  colors: { petrol },
  fontFamily: "'Source Sans 3 Variable', 'Source Sans 3', system-ui, sans-serif",
  fontFamilyMonospace: "'Source Sans 3 Variable', system-ui, sans-serif",
  headings: {
    fontFamily: "'Source Sans 3 Variable', 'Source Sans 3', system-ui, sans-serif",
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '28px' },
      h2: { fontSize: '17px', lineHeight: '24px' },
      h3: { fontSize: '15px', lineHeight: '20px' },
    },
  },
  fontSizes: { xs: '13px', sm: '14px', md: '15px', lg: '17px', xl: '22px' },
  lineHeights: { xs: '18px', sm: '20px', md: '22px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { sm: '4px', md: '6px', lg: '8px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'sm', fw: 600, h: 32, px: 12 } },
    TextInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right', allowDeselect: false } },
    Tooltip: {
      defaultProps: { events: { hover: true, focus: true, touch: true }, withArrow: true, maw: 320, multiline: true },
    },
    InputWrapper: {
      styles: {
        label: { fontWeight: 600, fontSize: '14px', marginBottom: 4 },
        error: { fontSize: '13px' },
        description: { fontSize: '13px', color: 'var(--p-text-3)' },
      },
    },
    Modal: { defaultProps: { radius: 'lg', centered: true } },
  },
});
