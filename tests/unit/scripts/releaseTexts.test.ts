import { expect, test } from 'vitest'
import { follows, plainSbom, releasedChangelog } from '../../../scripts/releaseTexts'

test.each(['0.1.1', '0.2.0', '1.0.0', '0.1.12'])('%s may follow 0.1.0', version => {
  expect(follows(version, '0.1.0')).toBe(true)
})

test.each(['0.1.0', '0.0.9', '0.2.1', '1.1.0', 'v1.0.0', '1.0', ''])('%s may not follow 0.1.0', version => {
  expect(follows(version, '0.1.0')).toBe(false)
})

const changelog = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Rules.\n\n## [0.1.0] - 2026-01-01\n\n- All.\n'

test('what was unreleased stands under the version', () => {
  const released = releasedChangelog(changelog, '0.2.0', '2026-02-03')
  expect(released).toBe(changelog.replace('[Unreleased]\n', '[Unreleased]\n\n## [0.2.0] - 2026-02-03\n'))
  expect(releasedChangelog(released ?? '', '0.3.0', '2026-03-04')).toBeNull()
})

test('a bill of materials says the same twice, wherever it is made', () => {
  const made = (folder: string, timestamp: string) => ({
    serialNumber: `urn:uuid:${timestamp}`,
    metadata: { timestamp, component: { name: folder, version: '0.1.0' }, tools: [] },
    components: [{ name: 'react' }],
  })
  const product = { name: 'slotwise', version: '1.0.0' }
  expect(plainSbom(made('main', '1'), product)).toEqual(plainSbom(made('clone', '2'), product))
  expect(plainSbom(made('main', '1'), product)).toMatchObject({
    metadata: { component: product },
    components: [{ name: 'react' }],
  })
})
