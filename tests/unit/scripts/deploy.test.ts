import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const isHere = spawnSync('systemd-analyze', ['--version']).status === 0

it.skipIf(!isHere)(
  `systemd finds nothing wrong with the unit${isHere ? '' : ' (skipped: it is not here)'}`,
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-unit-'))
    await cp('deploy/slotwise@.service', path.join(folder, 'slotwise@3001.service'))
    const options = { cwd: folder, encoding: 'utf8' } as const
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', './slotwise@3001.service'], options)
    await rm(folder, { recursive: true })
    // It also speaks of units of this machine.
    expect(`${stdout}${stderr}`.split('\n').filter(line => line.includes('slotwise'))).toEqual([])
  },
)
