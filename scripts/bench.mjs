/**
 * Ratios measured within one run: absolute times depend on the machine, ratios on our code. `npm run bench -- NAME`
 * runs one, `npm run bench -- compare COMMIT` compares this checkout with another commit.
 */
import { join } from 'node:path'
import { compareWith } from './bench-compare.mjs'
import { measureFreshStart } from './bench-start.mjs'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, fail, root, run, tool } from './project.mjs'
import { answerHelp } from './usage.mjs'

answerHelp('bench')
/** With the heap limit of `npm start`, which also decides when memory is freed. */
const script = (file) => () => run(process.execPath, ['--max-old-space-size=1024', '--import', 'tsx', join(root, file)])
const ratios = { ...process.env, BITQUAY_RATIO: 'true' }

const benches = {
  start: async () => script('server/bench/start.ts')() + (await measureFreshStart()),
  ledger: script('server/bench/ledger.ts'),
  audit: script('server/bench/audit.ts'),
  creation: script('server/bench/creation.ts'),
  routes: script('server/bench/routes.ts'),
  drawing: script('server/bench/drawing.ts'),
  engines: script('server/bench/engines.ts'),
  lists: () => script('server/bench/lists.ts')() + script('server/bench/invoice-lists.ts')(),
  ratios: () => run(tool('vitest'), ['run', '--project', 'server'], { env: ratios }),
  quiet: script('server/bench/quiet.ts'),
  flight: script('server/bench/flight.ts'),
  withdrawals: script('server/bench/withdrawals.ts'),
  vitals: () =>
    run(tool('playwright'), ['test', '--config', 'e2e/playwright.config.ts', '--workers', '1'], {
      env: { ...process.env, BITQUAY_BROWSER: 'ratio', BITQUAY_CHROMIUM: ensureBrowser() },
    }),
  engine: script('sandbox/bench/engine.ts'),
}

const wanted = process.argv.slice(2)
const unknown = wanted[0] === 'compare' ? undefined : wanted.find((name) => !(name in benches))
if (unknown) fail(`There is no benchmark ${unknown}. Choose from ${Object.keys(benches).join(', ')}.`)
await ensureInstalled()
await ensureBuilt()
if (wanted[0] === 'compare') process.exit(compareWith(wanted[1]))
let failed = 0
for (const [name, measure] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`— ${name}\n`)
  failed += (await measure()) === 0 ? 0 : 1
}
process.exit(failed)
