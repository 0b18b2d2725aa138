/** Text has 4.5:1 contrast on `page`, `surface` and `sidebar` (WCAG 2.2 AA). */
export interface Colors {
  page: string
  surface: string
  sidebar: string
  hover: string
  border: string
  /** Input edges need 3:1 (WCAG 1.4.11). */
  control: string
  text: string
  muted: string
  primary: string
  primaryStrong: string
  onPrimary: string
  primarySoft: string
  danger: string
  dangerSoft: string
  warning: string
  warningSoft: string
  success: string
  successSoft: string
  info: string
}

export type ColorScheme = 'light' | 'dark'

export const colors: Readonly<Record<ColorScheme, Colors>> = {
  light: {
    page: '#f6f8f7',
    surface: '#ffffff',
    sidebar: '#eef2f0',
    hover: '#e3eae7',
    border: '#dbe3df',
    control: '#7d8c86',
    text: '#14211d',
    muted: '#52625c',
    primary: '#0b6b5d',
    primaryStrong: '#07544a',
    onPrimary: '#ffffff',
    primarySoft: '#d8ece6',
    danger: '#b3261e',
    dangerSoft: '#fbe9e7',
    warning: '#845400',
    warningSoft: '#fdf0d5',
    success: '#1c6b3a',
    successSoft: '#dff3e5',
    info: '#1c5f8f',
  },
  dark: {
    page: '#0e1513',
    surface: '#161f1c',
    sidebar: '#121a17',
    hover: '#22302b',
    border: '#2b3a35',
    control: '#7e918a',
    text: '#e5edea',
    muted: '#a3b3ad',
    primary: '#57c9b4',
    primaryStrong: '#7fdcca',
    onPrimary: '#04211b',
    primarySoft: '#17352e',
    danger: '#ff9d92',
    dangerSoft: '#3a1b18',
    warning: '#f2bd5b',
    warningSoft: '#352811',
    success: '#7fd39c',
    successSoft: '#15301f',
    info: '#8cc4ee',
  },
}

export type OwnColors = Readonly<Partial<Record<ColorScheme, Partial<Colors>>>>

export const colorsOf = (scheme: ColorScheme, own: OwnColors): Colors => ({ ...colors[scheme], ...own[scheme] })

const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
const declarations = (scheme: ColorScheme, own: OwnColors): string =>
  [
    `color-scheme:${scheme}`,
    ...Object.entries(colorsOf(scheme, own)).map(([name, value]) => `--${kebab(name)}:${value}`),
  ].join(';')

/** For the first paint. */
export const colorStyles = (own: OwnColors): string =>
  [
    `:root{${declarations('light', own)}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-scheme=light]){${declarations('dark', own)}}}`,
    // `screen` only: paper is light.
    `@media screen{:root[data-scheme=dark]{${declarations('dark', own)}}}`,
    'html{background:var(--page);color:var(--text)}',
  ].join('')
