import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

// One accent, the green of the mark, and greys that lean towards it. The same colours as the guides under /docs.
const accent: MantineColorsTuple = [
  '#e6f4f2',
  '#cfe8e4',
  '#a3d5ce',
  '#6fbfb5',
  '#3fa69a',
  '#1f8c81',
  '#0f766e',
  '#0c635c',
  '#0a504b',
  '#083f3b',
];

const grey: MantineColorsTuple = [
  '#f6f8f8',
  '#eef1f1',
  '#e2e6e6',
  '#cfd6d6',
  '#b3bdbe',
  '#8a9798',
  '#5a6768',
  '#445051',
  '#2f3a3b',
  '#1c2526',
];

const night: MantineColorsTuple = [
  '#e4eaea',
  '#bcc7c8',
  '#9aa8a9',
  '#6f7d7e',
  '#3a4647',
  '#2a3435',
  '#1d2526',
  '#151c1d',
  '#101516',
  '#0a0e0f',
];

const SANS =
  "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif";
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace";

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  colors: { accent, gray: grey, dark: night },
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  headings: {
    fontFamily: SANS,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { radius: 'md' } },
    // Its head is no banner of the page, which a `header` outside of `main` would be.
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        attributes: { header: { role: 'presentation' } },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // Almost every field must be filled: a star would say nothing.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Card: { defaultProps: { radius: 'lg' } },
    // Without the placeholder, a nameless child of the menu, the first entry has the focus.
    Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false } },
    // For switching fields off together; its frame is not shown.
    Fieldset: { defaultProps: { variant: 'unstyled', m: 0, miw: 0 } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});

// Quiet text that still has the contrast which WCAG asks for, on the page and on its softer parts.
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#526061',
    '--mantine-color-text': '#1c2526',
    '--mantine-color-placeholder': '#6b7879',
    '--mantine-color-error': '#b42318',
    '--vitrine-soft': '#f6f8f8',
    '--vitrine-line': '#e2e6e6',
  },
  dark: {
    '--mantine-color-dimmed': '#9fadae',
    '--mantine-color-text': '#e4eaea',
    '--mantine-color-body': '#101516',
    '--mantine-color-placeholder': '#849293',
    '--mantine-color-error': '#ff9c92',
    '--mantine-color-accent-light': '#12302d',
    '--mantine-color-accent-light-hover': '#173b37',
    '--vitrine-soft': '#0c1112',
    '--vitrine-line': '#263031',
  },
});
