import { defineConfig } from '@playwright/test'

const chromium = process.env.BITQUAY_CHROMIUM ?? '/usr/bin/chromium-headless-shell'

/** The long run plays all tests. The short one leaves out those tagged @long. */
const long = process.env.BITQUAY_LONG === 'true'
/** Tests that measure times run only with `npm run bench -- vitals`. */
const ratio = process.env.BITQUAY_RATIO === 'true'

export default defineConfig({
  testDir: '.',
  globalSetup: './prepare-world.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  // Browser tests wait more than they work.
  workers: 4,
  // A test that needs a second try has failed.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'line',
  ...(ratio ? { grep: /@ratio/ } : long ? { grep: /@long/ } : { grepInvert: /@long|@ratio/ }),
  use: {
    // Drawing motion without a graphics card costs more CPU than everything else together.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
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
