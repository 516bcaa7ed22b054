/**
 * Ratios measured within one run: absolute times depend on the machine, ratios on our code. `npm run bench -- NAME`
 * runs one, `npm run bench -- compare COMMIT` compares this checkout with another commit. The last lines are a table of
 * all figures that have a limit.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { compareWith, hasCommit } from './bench-compare.mjs'
import { readFigures, toTable } from './bench-figures.mjs'
import { measureFreshStart } from './bench-start.mjs'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, fail, root, tool } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('bench')

/** Shows what a program prints, and keeps it. */
const run = (program, args, env = process.env) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      process.stdout.write(text)
      printed += text
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, printed }))
  })
/** With the heap limit of `npm start`, which also decides when memory is freed. */
const script = (file) => () => run(process.execPath, ['--max-old-space-size=1024', '--import', 'tsx', join(root, file)])
const ratios = { ...process.env, BITQUAY_RATIO: 'true' }

/** The last commit before a payment began to cost less. */
const dearPayments = '516fc6a3'
/** A shallow clone lacks the other commit. */
const comparePayments = async () => {
  if (!hasCommit(dearPayments)) {
    process.stdout.write(`what a payment costs: skipped, there is no commit ${dearPayments} here\n`)
    return { code: 0, printed: '' }
  }
  return compareWith(dearPayments, (checkout) =>
    run(process.execPath, ['--import', 'tsx', join(root, 'server/bench/payments.ts'), checkout, root]),
  )
}

const benches = {
  start: [script('server/bench/start.ts'), async () => ({ code: await measureFreshStart(), printed: '' })],
  ledger: [script('server/bench/ledger.ts')],
  audit: [script('server/bench/audit.ts')],
  creation: [script('server/bench/creation.ts')],
  routes: [script('server/bench/routes.ts')],
  drawing: [script('server/bench/drawing.ts')],
  engines: [script('server/bench/engines.ts')],
  lists: [script('server/bench/lists.ts'), script('server/bench/invoice-lists.ts')],
  ratios: [() => run(tool('vitest'), ['run', '--project', 'server'], ratios)],
  quiet: [script('server/bench/quiet.ts')],
  'at-rest': [script('server/bench/at-rest.ts')],
  flight: [script('server/bench/flight.ts')],
  payments: [comparePayments],
  withdrawals: [script('server/bench/withdrawals.ts')],
  vitals: [
    () =>
      run(tool('playwright'), ['test', '--config', 'e2e/playwright.config.ts', '--workers', '1'], {
        ...process.env,
        BITQUAY_BROWSER: 'ratio',
        BITQUAY_CHROMIUM: ensureBrowser(),
      }),
  ],
  engine: [script('sandbox/bench/engine.ts')],
}

const wanted = process.argv.slice(2)
const unknown = wanted[0] === 'compare' ? undefined : wanted.find((name) => !(name in benches))
if (unknown) fail(`There is no benchmark ${unknown}. Choose from ${Object.keys(benches).join(', ')}.`)
await ensureInstalled()
await ensureBuilt()
if (wanted[0] === 'compare') process.exit(await compareWith(wanted[1]))
const results = []
for (const [name, measures] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`— ${name}\n`)
  for (const measure of measures) {
    const { code, printed } = await measure()
    results.push({ name, code, figures: readFigures(printed) })
  }
}
process.stdout.write(`\n${toTable(results)}\n`)
process.exit(results.every(({ code }) => code === 0) ? 0 : 1)
