import { expect, it } from 'vitest'
import { colors } from '../../../src/theme/colors'

const luminance = (color: string): number => {
  const [r = 0, g = 0, b = 0] = (color.match(/[0-9a-f]{2}/gi) ?? []).map(part => {
    const value = Number.parseInt(part, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2.2, "contrast ratio" */
const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

it.each(['light', 'dark'] as const)('every text of the %s scheme can be read on every ground it stands on', scheme => {
  const c = colors[scheme]
  const grounds = [c.page, c.surface, c.sidebar, c.hover]
  const pairs = [
    ...[c.text, c.muted, c.primary, c.danger].flatMap(text => grounds.map(ground => [text, ground] as const)),
    [c.onPrimary, c.primary],
    [c.onPrimary, c.primaryStrong],
    [c.text, c.primarySoft],
    [c.primaryStrong, c.primarySoft],
    [c.danger, c.dangerSoft],
    [c.warning, c.warningSoft],
    [c.warning, c.surface],
    [c.success, c.surface],
    [c.success, c.successSoft],
    [c.info, c.surface],
  ] as const
  const weak = pairs.filter(([text, ground]) => contrast(text, ground) < 4.5)
  expect(weak).toEqual([])
  expect(contrast(c.control, c.surface)).toBeGreaterThanOrEqual(3)
})
