import { createTheme, type PaletteOptions, type Theme } from '@mui/material/styles'
import { type ColorScheme, colorsOf, type OwnColors } from './colors'

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true
  }
}

const palette = (scheme: ColorScheme, own: OwnColors): PaletteOptions => {
  const c = colorsOf(scheme, own)
  return {
    primary: { main: c.primary, dark: c.primaryStrong, light: c.primary, contrastText: c.onPrimary },
    secondary: { main: c.muted, contrastText: c.surface },
    error: { main: c.danger, contrastText: c.page },
    warning: { main: c.warning, contrastText: c.page },
    success: { main: c.success, contrastText: c.page },
    info: { main: c.info, contrastText: c.page },
    text: { primary: c.text, secondary: c.muted, disabled: c.muted },
    divider: c.border,
    background: { default: c.page, paper: c.surface },
    action: { hover: c.hover, selected: c.primarySoft },
  }
}

/** With the colors of pages without MUI. */
export const themeOf = (own: OwnColors = {}): Theme =>
  createTheme({
    cssVariables: { colorSchemeSelector: '[data-scheme="%s"]' },
    colorSchemes: { light: { palette: palette('light', own) }, dark: { palette: palette('dark', own) } },
    // Below `md`, the sidebar is a sheet, and rows are cards.
    breakpoints: { values: { xs: 0, sm: 600, md: 768, lg: 1200, xl: 1536 } },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: 'inherit',
      fontSize: 14,
      h1: { fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.3, letterSpacing: '-0.012em' },
      h2: { fontSize: '1.0625rem', fontWeight: 650, lineHeight: 1.4, letterSpacing: '-0.006em' },
      h3: { fontSize: '0.9375rem', fontWeight: 650, lineHeight: 1.4 },
      h5: { fontSize: '1.125rem', fontWeight: 650 },
      h6: { fontSize: '1.0625rem', fontWeight: 650 },
      body1: { fontSize: '0.9375rem' },
      body2: { fontSize: '0.875rem' },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: {
      MuiButtonBase: {
        // A ripple delays a slow device's answer by a tenth of a second.
        defaultProps: { disableRipple: true, disableTouchRipple: true },
        styleOverrides: {
          root: {
            '&:focus-visible': { outline: '2px solid var(--primary)', outlineOffset: 2 },
            // These inputs are transparent, and switches cut off what is outside.
            '&:has(> input:focus-visible)': { outline: '2px solid var(--primary)', outlineOffset: -2 },
            '&:active': { opacity: 0.7 },
          },
        },
      },
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
      MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
      MuiAutocomplete: {
        defaultProps: {
          fullWidth: true,
          // The application has its own tooltip.
          slotProps: { popupIndicator: { title: '' }, clearIndicator: { title: '' } },
        },
      },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            backgroundColor: 'var(--surface)',
            '&:not(.Mui-focused, .Mui-error, .Mui-disabled) .MuiOutlinedInput-notchedOutline': {
              borderColor: 'var(--control)',
            },
          },
        },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiCard: { defaultProps: { variant: 'outlined' }, styleOverrides: { root: { borderColor: 'var(--border)' } } },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: 'var(--border)', '&.MuiTableCell-paddingCheckbox': { padding: '0 8px' } },
          head: { color: 'var(--muted)', fontWeight: 600 },
        },
      },
      MuiDialog: { styleOverrides: { paper: { borderRadius: 14 } } },
      MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.125rem', fontWeight: 650 } } },
      MuiDialogActions: { styleOverrides: { root: { padding: '0.75rem 1.5rem 1.25rem' } } },
      MuiMenu: { styleOverrides: { paper: { border: '1px solid var(--border)' } } },
      MuiChip: { styleOverrides: { root: { fontWeight: 550 } } },
    },
  })

export const themeStyles = (own: OwnColors): string =>
  themeOf(own)
    .generateStyleSheets()
    .flatMap(sheet => Object.entries<Record<string, string>>(sheet))
    .map(([selector, properties]) => {
      const declarations = Object.entries(properties).map(([name, value]) => `${name}:${value}`)
      const rule = `${selector}{${declarations.join(';')}}`
      return selector.includes('dark') ? `@media screen{${rule}}` : rule
    })
    .join('')
