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

/** The library's colours are the tokens of `@pimis/charts/tokens.css`, in both themes. */
const COLORS = {
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
  ...family('red', 'stopped', 'error', '#ae2d24'),
  ...family('yellow', 'paused', 'warning', 'var(--p-warning)'),
  ...family('teal', 'approved', 'good', 'var(--p-good)'),
};

/** The library's colour names and our names by meaning. */
function family(name: string, chip: string, text: string, filled: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-filled`]: filled,
    [`--mantine-color-${name}-light`]: `var(--p-chip-${chip})`,
    [`--mantine-color-${name}-light-color`]: `var(--p-chip-${chip}-text)`,
    [`--mantine-color-${name}-text`]: `var(--p-${text})`,
    [`--mantine-color-${name}-outline`]: `var(--p-${text})`,
  };
}

/** Shades that the library uses for borders and backgrounds of fields, boxes and menus. */
const LIGHT = { '--mantine-color-gray-4': 'var(--p-field)', '--mantine-color-gray-2': 'var(--p-line)' };
const DARK = {
  '--mantine-color-dark-3': 'var(--p-field)',
  '--mantine-color-dark-4': 'var(--p-line-strong)',
  '--mantine-color-dark-5': 'var(--p-subtle)',
  '--mantine-color-dark-6': 'var(--p-surface)',
  '--mantine-color-dark-7': 'var(--p-surface)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...COLORS, ...LIGHT },
  dark: { ...COLORS, ...DARK },
});

/** The press is painted before the opened element is rendered and placed. */
const TWO_FRAMES_MS = 34;

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
    Button: { defaultProps: { size: 'sm', fw: 600, h: 'var(--p-control)', px: 12 } },
    TextInput: { defaultProps: { size: 'sm' } },
    Tooltip: {
      defaultProps: { events: { hover: true, focus: true, touch: true }, withArrow: true, maw: 320, multiline: true },
    },
    Popover: { defaultProps: { transitionProps: { duration: 150, enterDelay: TWO_FRAMES_MS } } },
    // Closed elements are not rendered.
    Combobox: { defaultProps: { keepMounted: false } },
    // A list that is scrolled would take the focus of Tab, and lose it when the list closes.
    ComboboxOptions: { defaultProps: { tabIndex: -1 } },
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
