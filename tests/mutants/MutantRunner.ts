import { appendFileSync, readFileSync } from 'node:fs'
import { type RunnerTestCase, TestRunner } from 'vitest'
import { mutated } from './world'

/** What Stryker's code in a mutated file reads and writes. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

declare global {
  var __stryker__: Switches | undefined
}

globalThis.__stryker__ ??= {}
const switches = globalThis.__stryker__
const untried = new Set(mutated.ids)
const note = (id: string, what: string) => appendFileSync(mutated.found, `${id} ${what}\n`)
/** By processes before this one, which a loop ended. */
const tried = new Set(readFileSync(mutated.found, 'utf8').split('\n'))

/** Runs each test, and then once more with each living mutant that it reaches: a process per mutant would take hours. */
export default class MutantRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    note(test.id, 'runs')
    switches.currentTestId = test.id
    const began = performance.now()
    await run()
    const patience = Math.round(5_000 + 10 * (performance.now() - began))
    const reached = Object.entries(switches.mutantCoverage?.perTest[test.id] ?? {})
    switches.currentTestId = 'again'
    for (const [id, hits] of reached) {
      if (!untried.has(id) || tried.has(`${id} in ${test.id}`)) continue
      note(id, `in ${test.id}`)
      note(id, `begins ${patience}`)
      if (await this.passesWith(id, hits, run)) continue
      // A fault that outlives its mutant would kill all that come after.
      if (!(await this.passesWith(undefined, 0, run))) {
        note(id, 'spoils')
        return
      }
      untried.delete(id)
      note(id, 'killed')
    }
  }

  private async passesWith(id: string | undefined, hits: number, run: () => unknown): Promise<boolean> {
    switches.activeMutant = id
    switches.hitCount = 0
    // An endless loop ends by it.
    switches.hitLimit = hits * 100 + 10_000
    try {
      await run()
      return true
    } catch {
      return false
    } finally {
      switches.activeMutant = undefined
    }
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles()
    const { static: atStart = {}, perTest = {} } = switches.mutantCoverage ?? {}
    for (const id of new Set(Object.values(perTest).flatMap(Object.keys))) note(id, 'reached')
    for (const id of Object.keys(atStart)) note(id, 'static')
  }
}
