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

// What a state looks like, apart from the brand: green runs, blue waits, amber warns, red is wrong. Shade 6 carries white
// words, shade 9 stands as words on shade 1, and shade 0 as words in the dark: each with the contrast that WCAG asks for.
const green: MantineColorsTuple = [
  '#e6f6e9',
  '#daf1df',
  '#b3e1bd',
  '#86cd95',
  '#5ab66e',
  '#379a4e',
  '#227d39',
  '#1b6830',
  '#165627',
  '#10451f',
];

const blue: MantineColorsTuple = [
  '#e8effd',
  '#dde8fc',
  '#b9cff8',
  '#8fb1f2',
  '#6692eb',
  '#4577e0',
  '#2a5fcc',
  '#214fae',
  '#1b4292',
  '#153576',
];

const amber: MantineColorsTuple = [
  '#fdf1d8',
  '#fcecc9',
  '#f6d795',
  '#edbd5b',
  '#dda02c',
  '#b87d10',
  '#8f5f05',
  '#774f04',
  '#634203',
  '#4f3502',
];

const red: MantineColorsTuple = [
  '#fdeceb',
  '#fbe0de',
  '#f5bab6',
  '#ec8f89',
  '#e2665f',
  '#d4463e',
  '#c0281f',
  '#a32019',
  '#881b15',
  '#6d1611',
];

const SANS = "'Inter Variable', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace";

// Three weights: 400 for what is read, 500 for labels and buttons, 600 for what leads.
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  colors: { accent, gray: grey, dark: night, green, teal: green, blue, yellow: amber, red },
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  headings: {
    fontFamily: SANS,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { radius: 'md' }, styles: { label: { fontWeight: 500 } } },
    // Its head is no banner of the page, which a `header` outside of `main` would be.
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        padding: 'lg',
        attributes: { header: { role: 'presentation' } },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // Almost every field must be filled: a star would say nothing.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Card: { defaultProps: { radius: 'lg' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close this notice' }, radius: 'md' } },
    // Without the placeholder, a nameless child of the menu, the first entry has the focus.
    Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false } },
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show the password' },
      },
    },
    // For switching fields off together; its frame is not shown.
    Fieldset: { defaultProps: { variant: 'unstyled', m: 0, miw: 0 } },
    // Its two buttons are too small for a thumb; the arrow keys do the same.
    NumberInput: { defaultProps: { hideControls: true } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});

// Quiet text that still has the contrast which WCAG asks for, on the page and on its softer parts. By night what lies above
// something else is lighter than it: the page, a card, a dialog, a menu.
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#526061',
    '--mantine-color-text': '#1c2526',
    '--mantine-color-placeholder': '#6b7879',
    '--mantine-color-error': '#b42318',
    '--vitrine-soft': '#f6f8f8',
    '--vitrine-line': '#e2e6e6',
    '--vitrine-card': '#ffffff',
    '--vitrine-dialog': '#ffffff',
    '--vitrine-menu': '#ffffff',
    ...toneVariables({ good: green, waiting: blue, warning: amber, bad: red, quiet: grey }, [1, 2, 6, 9]),
  },
  dark: {
    '--mantine-color-dimmed': '#a3b0b1',
    '--mantine-color-text': '#e4eaea',
    '--mantine-color-body': '#0e1314',
    '--mantine-color-placeholder': '#8d9a9b',
    '--mantine-color-error': '#ff9c92',
    '--mantine-color-accent-light': '#12302d',
    '--mantine-color-accent-light-hover': '#173b37',
    '--mantine-color-gray-light': '#222b2c',
    '--mantine-color-red-light': '#3b1714',
    '--mantine-color-yellow-light': '#33260a',
    '--mantine-color-green-light': '#12301a',
    '--mantine-color-blue-light': '#152543',
    '--vitrine-soft': '#0a0f10',
    '--vitrine-line': '#283233',
    '--vitrine-card': '#151c1d',
    '--vitrine-dialog': '#1a2223',
    '--vitrine-menu': '#20292a',
    ...NIGHT_TONES,
  },
});

type Tones = Readonly<Record<string, MantineColorsTuple>>;

// --vitrine-good-soft, -line, -strong and -ink: behind a word, around it, a bar or a dot, the word itself.
function toneVariables(tones: Tones, shades: readonly [number, number, number, number]): Record<string, string> {
  const parts = ['soft', 'line', 'strong', 'ink'];
  return Object.fromEntries(
    Object.entries(tones).flatMap(([tone, colours]) =>
      parts.map((part, at) => [`--vitrine-${tone}-${part}`, colours[shades[at] ?? 6] ?? ''] as const),
    ),
  );
}

const NIGHT_TONES = {
  '--vitrine-good-soft': '#12301a',
  '--vitrine-good-line': '#1e4a2a',
  '--vitrine-good-strong': '#5ab66e',
  '--vitrine-good-ink': '#b3e1bd',
  '--vitrine-waiting-soft': '#152543',
  '--vitrine-waiting-line': '#213a68',
  '--vitrine-waiting-strong': '#6692eb',
  '--vitrine-waiting-ink': '#b9cff8',
  '--vitrine-warning-soft': '#33260a',
  '--vitrine-warning-line': '#4f3c12',
  '--vitrine-warning-strong': '#dda02c',
  '--vitrine-warning-ink': '#f6d795',
  '--vitrine-bad-soft': '#3b1714',
  '--vitrine-bad-line': '#5c2420',
  '--vitrine-bad-strong': '#e2665f',
  '--vitrine-bad-ink': '#f5bab6',
  '--vitrine-quiet-soft': '#222b2c',
  '--vitrine-quiet-line': '#323d3e',
  '--vitrine-quiet-strong': '#849293',
  '--vitrine-quiet-ink': '#cfd6d6',
};
