import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/e2e/support/chromium'

/** They wait for a minute until what a killed process had in hand may be taken by another, and do little meanwhile. */
const waiting = /(mails|webhooks)\.spec\.ts/

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/globalSetup.ts',
  outputDir: 'test-results/e2e',
  workers: 4,
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 1 },
    // Each waits for its server and its browser in turn: a third keeps two processors busy.
    { name: 'working', testIgnore: waiting, workers: 3 },
  ],
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0,
  // Ends what hangs. On a slow machine with all workers busy, the longest takes 100 s.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    // To trace every test costs more than to run it.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    launchOptions: {
      executablePath: await findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--host-resolver-rules=MAP *.slotwise.test 127.0.0.1',
      ],
    },
  },
})
