/** WCAG 2.2's definition. */
const luminance = (rgb: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = rgb.map(value => {
    const part = value / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const parse = (color: string): number[] => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
const format = (rgb: readonly number[]): string =>
  `#${rgb.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const enough = 4.5

/** Until its contrast is 4.5:1. */
export const readable = (color: string, on: string): string => {
  const target = luminance(parse(on)) > 0.4 ? 0 : 255
  let rgb = parse(color)
  for (let step = 0; step < 100 && contrast(format(rgb), on) < enough; step++)
    rgb = rgb.map(value => value + (target - value) * 0.06)
  return format(rgb)
}
