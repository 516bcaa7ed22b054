/** Ratios measured within one run: absolute times are a machine's, ratios are ours. `npm run bench -- NAME` runs one. */
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, root, run } from './project.mjs'

const benches = {
  start: 'server/bench/start.ts',
  ledger: 'server/bench/ledger.ts',
  routes: 'server/bench/routes.ts',
  lists: 'server/bench/lists.ts',
  withdrawals: 'server/bench/withdrawals.ts',
  engine: 'sandbox/bench/engine.ts',
}

await ensureInstalled()
await ensureBuilt()
const wanted = process.argv.slice(2)
let failed = 0
for (const [name, file] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`— ${name}\n`)
  failed += run(process.execPath, ['--import', 'tsx', join(root, file)]) === 0 ? 0 : 1
}
process.exit(failed)
