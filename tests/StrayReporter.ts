import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter } from 'vitest/reporters'

type Run = Parameters<NonNullable<Reporter['onTestRunEnd']>>

const results = path.resolve(import.meta.dirname, '../test-results')

/** Writes down what the JSON report leaves out: tests that needed a second try, and errors outside any test, which fail the run. */
export default class StrayReporter implements Reporter {
  onTestRunEnd(modules: Run[0], unhandledErrors: Run[1]) {
    const flaky = modules.flatMap(module =>
      [...module.children.allTests('passed')]
        .filter(test => test.diagnostic()?.flaky)
        .map(test => ({
          name: `${module.moduleId} › ${test.fullName} (passed at the second try only: it is flaky)`,
          error: test.result().errors?.[0],
        })),
    )
    const outside = unhandledErrors.map(error => ({
      name: `${error.VITEST_TEST_PATH ?? error.name} (outside any test)`,
      error,
    }))
    const strays = [...flaky, ...outside].map(({ name, error }) => ({ name, message: error?.stack ?? error?.message }))
    mkdirSync(results, { recursive: true })
    writeFileSync(path.join(results, 'strays.json'), JSON.stringify(strays))
  }
}
