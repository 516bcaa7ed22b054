/**
 * Runs the tests of the product in one command: all checks, all unit and server tests, and the main stories in a browser.
 * `--browser` runs all stories in a browser, `--long` the longer tests, `--sample` a fixed sample of those and the stories
 * tagged `@ci`, `--with-sample` the usual tests and then the sample, `--postgres` the integration tests on the PostgreSQL
 * in DATABASE_URL, `--bitcoind` the sandbox's chain and wallets of merchants against a real node, `--btcpay` the conformance suite against the
 * BTCPay Server in BTCPAY_URL, and with `--trial NAME` one trial of the product on it. The last line is the sum.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  countPlaywright,
  countVitest,
  listPlaywrightFailures,
  listVitestFailures,
  listVitestFiles,
} from './count-results.mjs'
import { findSample } from './long-sample.mjs'
import { createMemoryFolder } from './memory-folder.mjs'
import { ensureBuilt, ensureInstalled, fail, root, run, tool } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('test')
const long = process.argv.includes('--long')
const sampleOnly = process.argv.includes('--sample')
const withSample = process.argv.includes('--with-sample')
const browser = process.argv.includes('--browser')
const postgres = process.argv.includes('--postgres')
const bitcoind = process.argv.includes('--bitcoind')
const btcpay = process.argv.includes('--btcpay')
const trial = btcpay ? process.argv[process.argv.indexOf('--trial') + 1 || process.argv.length] : undefined
if (postgres && !process.env.DATABASE_URL)
  fail('Set DATABASE_URL to a PostgreSQL server where you can create databases.')

if (btcpay && !(process.env.BTCPAY_URL && process.env.BTCPAY_API_KEY))
  fail('Set BTCPAY_URL and BTCPAY_API_KEY to a BTCPay Server on regtest and an unrestricted key of an administrator.')

const startedAt = Date.now()
await ensureInstalled()
const memory = createMemoryFolder()
if (memory) process.env.TMPDIR = memory
const results = mkdtempSync(join(tmpdir(), 'bitquay-results-'))
const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const laps = []
/** Remembers how long a part took, so that a slow one is seen. */
const timed = async (name, work) => {
  const begin = Date.now()
  const result = await work()
  laps.push(`${name} ${Math.round((Date.now() - begin) / 1000)} s`)
  return result
}
const add = (part) => {
  for (const key of Object.keys(total)) total[key] += part[key] ?? 0
}

/** A suite that crashes before it can count its tests is a failure too. */
const readResults = (path, status, { suite, count, listFailures }) => {
  let part = { failed: 1 }
  let found
  try {
    found = JSON.parse(readFileSync(path, 'utf8'))
    part = count(found)
    failures.push(...listFailures(found, root))
  } catch {
    failures.push(`${suite} ended without results`)
  }
  if (status !== 0 && (part.failed ?? 0) === 0) {
    part.failed = 1
    failures.push(`${suite} ended with status ${status}, though no test failed: look for an error outside of the tests`)
  }
  add(part)
  return found
}

const runVitest = (args, env, reporter = 'default') => {
  const output = join(results, 'vitest.json')
  const status = run(
    tool('vitest'),
    ['run', '--passWithNoTests', `--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${output}`, ...args],
    { env: { ...process.env, ...env } },
  )
  const found = readResults(output, status, {
    suite: `vitest ${args.join(' ')}`,
    count: countVitest,
    listFailures: listVitestFailures,
  })
  rmSync(output, { force: true })
  return found
}

const runPlaywright = async (selection) => {
  const { ensureBrowser } = await import('./browser.mjs')
  const output = join(results, 'playwright.json')
  const status = run(tool('playwright'), ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'], {
    env: {
      ...process.env,
      BITQUAY_CHROMIUM: ensureBrowser(),
      BITQUAY_BROWSER: selection,
      PLAYWRIGHT_JSON_OUTPUT_NAME: output,
    },
  })
  readResults(output, status, {
    suite: `the ${selection} stories`,
    count: countPlaywright,
    listFailures: listPlaywrightFailures,
  })
}

/** Runs the sample of the long tests, prints which ones ran, and plays the browser stories that only CI plays. */
const runSample = async () => {
  const files = findSample()
  process.stdout.write(`Running a sample of the long tests:\n${files.map((file) => `  ${file}\n`).join('')}`)
  const found = runVitest(files, { BITQUAY_LONG: 'true', DATABASE_URL: '', FAILOVER_ROUNDS: '2' })
  const ran = found ? listVitestFiles(found, root) : []
  process.stdout.write('Long tests that ran:\n')
  for (const { file, tests, seconds } of ran) process.stdout.write(`  ${file}: ${tests} tests in ${seconds} s\n`)
  const missing = files.filter((file) => !ran.some((one) => one.file === file))
  add({ failed: missing.length })
  failures.push(...missing.map((file) => `${file} did not run`))
  await runPlaywright('ci')
}

if (postgres) {
  runVitest(['--project', 'server'], { TEST_DATABASE_URL: process.env.DATABASE_URL, DATABASE_URL: '' })
} else if (bitcoind) {
  runVitest(['sandbox/src/proof/bitcoind', 'sandbox/src/proof/mempool', 'server/src/sends/bitcoind-wallet'], {
    BITQUAY_LONG: 'true',
  })
} else if (trial !== undefined) {
  const trials = ['server/src/btcpay-trials.long.test.ts', '-t', `${trial}:`]
  runVitest(trials, { BITQUAY_LONG: 'true', BTCPAY_TRIAL: 'true' }, 'verbose')
} else if (btcpay) {
  // Verbose with notes: what a server can't do is skipped, and the note says why.
  runVitest(['btcpay/src/conformance/conformance.test.ts'], { BTCPAY_TEST: 'true' }, 'verbose')
} else if (sampleOnly) {
  await timed('build', () => ensureBuilt())
  await timed('sample', runSample)
} else if (browser) {
  await timed('build', () => ensureBuilt())
  await timed('browser', () => runPlaywright('all'))
} else {
  const { runChecks } = await import('./check.mjs')
  const [checked] = await Promise.all([
    long ? {} : timed('checks', () => runChecks()),
    timed('build', () => ensureBuilt()),
  ])
  add(checked)
  failures.push(...(checked.failures ?? []))
  // One after the other: a worker that gets files of both would load everything again.
  for (const project of ['unit', 'web', 'server'])
    await timed(project, () => runVitest(['--project', project], { BITQUAY_LONG: String(long), DATABASE_URL: '' }))
  await timed('browser', () => runPlaywright(long ? 'long' : 'core'))
  if (withSample) await timed('sample', runSample)
}
for (const folder of memory ? [results, memory] : [results]) rmSync(folder, { recursive: true, force: true })
process.stdout.write(`Took ${Math.round((Date.now() - startedAt) / 60_000)} min: ${laps.join(', ')}\n`)
if (failures.length > 0) process.stdout.write(`Failed:\n${failures.map((failure) => `  ${failure}\n`).join('')}`)
if (total.skipped > 0) process.stdout.write(`${total.skipped} skipped\n`)
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exit(total.failed === 0 ? 0 : 1)
