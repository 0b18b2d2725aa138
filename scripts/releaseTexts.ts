const form = /^(\d+)\.(\d+)\.(\d+)$/

export const follows = (version: string, last: string): boolean => {
  const [next, before] = [version, last].map(each => form.exec(each)?.slice(1).map(Number))
  if (!next || !before) return false
  const at = next.findIndex((part, index) => part !== before[index])
  return at >= 0 && Number(next[at]) > Number(before[at]) && next.slice(at + 1).every(part => part === 0)
}

const heading = '## [Unreleased]\n'

interface Sbom {
  serialNumber: string
  metadata: { timestamp: string; component: { name: string; version: string } }
}

/**
 * Moves the unreleased changes under `version`.
 * @param date `2026-11-27`
 * @returns null without unreleased changes
 */
export const releasedChangelog = (changelog: string, version: string, date: string): string | null => {
  const [before, after] = changelog.split(heading)
  if (!/^[^#]*(###|- )/.test(after ?? '')) return null
  return `${before}${heading}\n## [${version}] - ${date}\n${after}`
}

/** Without time, serial number and folder, so that runs are equal. */
export const plainSbom = <T extends Sbom>(sbom: T, { name, version }: { name: string; version: string }) => {
  const { serialNumber: _, ...rest } = sbom
  const { timestamp: __, component, ...metadata } = rest.metadata
  return { ...rest, metadata: { ...metadata, component: { ...component, name, version } } }
}
