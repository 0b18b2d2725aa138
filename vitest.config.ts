import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const moduleConditions = ['module-sync', 'node', 'development']

/** It puts a module in place of a real one, and loads all of its own. The others share what one of them has loaded. */
const replacing = ['tests/api/auth/signIn.test.ts']

type Options = TestProjectInlineConfiguration['test']

const api = (name: string, options: Options): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, environment: 'node', testTimeout: 60_000, hookTimeout: 60_000, ...options },
})

export default defineConfig({
  plugins: [react()],
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }], './tests/StrayReporter.ts'],
    // Tests of the API wait for their databases and for time to pass: a third keeps two processors busy.
    maxWorkers: 3,
    // Short lives do not repay what the optimizing compiler takes for the embedded database.
    execArgv: ['--liftoff-only'],
    retry: process.env.CI ? 1 : 0,
    // A busy machine takes longer than the second that is usual.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      api('api', {
        include: ['tests/api/**/*.test.ts'],
        exclude: replacing,
        globalSetup: ['tests/api/support/sharedPostgres.ts'],
        isolate: false,
      }),
      api('api that replaces a module', { include: replacing }),
      {
        extends: true,
        // Or react-router comes twice: to react-admin as CommonJS, to us as modules.
        resolve: { conditions: moduleConditions },
        ssr: { resolve: { conditions: moduleConditions, externalConditions: moduleConditions } },
        test: {
          name: 'ui',
          environment: 'jsdom',
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/ui/setup.ts'],
          isolate: false,
          restoreMocks: true,
          testTimeout: 90_000,
        },
      },
    ],
  },
})
