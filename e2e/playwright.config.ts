import { defineConfig } from '@playwright/test'

const chromium = process.env.BITQUAY_CHROMIUM ?? '/usr/bin/chromium-headless-shell'

/** Which tests run. Those that measure times (@ratio) run only with `npm run bench -- vitals`. */
const selections = {
  /** The main stories, with `npm test`. */
  core: { grep: /@core/ },
  /** The next important ones, with the sample of long tests that CI runs. */
  ci: { grep: /@ci/ },
  /** All stories, with `npm run test:browser`. */
  all: { grepInvert: /@long|@ratio/ },
  /** Every page, theme, width and language, with `npm run test:long`. */
  long: { grep: /@long/ },
  ratio: { grep: /@ratio/ },
}
const selection = (process.env.BITQUAY_BROWSER ?? 'all') as keyof typeof selections

export default defineConfig({
  testDir: '.',
  globalSetup: './prepare-world.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  // Browser tests wait more than they work.
  workers: 3,
  // A test that needs a second try has failed.
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'line',
  ...selections[selection],
  use: {
    // Drawing motion without a graphics card costs more CPU than everything else together.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Long before the test's own limit, so that the report names the action.
    actionTimeout: 90_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
