import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const moduleConditions = ['module-sync', 'node', 'development']

/** These replace a module, and so load everything for themselves. All other tests share what the first of them loaded. */
const replacing = ['tests/api/auth/signIn.test.ts']

type Options = TestProjectInlineConfiguration['test']

const api = (name: string, options: Options): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, environment: 'node', testTimeout: 120_000, hookTimeout: 120_000, ...options },
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
    // The default of one second is too short on a busy machine.
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
        // Otherwise react-router is loaded twice: for react-admin as CommonJS, for us as modules.
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
