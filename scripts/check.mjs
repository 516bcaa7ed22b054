/** Format, lint, types, dependency rules, unused code, tidy docs: the same on a laptop and in CI. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root, run, tool } from './project.mjs'

const workspaces = ['contract', 'btcpay', 'sandbox', 'server', 'client', 'cli', 'web', 'e2e']
const typescript = join(root, 'node_modules/checker/bin/tsc')

const checks = {
  format: () => run(tool('biome'), ['check', '--error-on-warnings', '.']),
  lint: () => run(tool('oxlint'), ['--type-aware', '--quiet']),
  ...Object.fromEntries(
    workspaces.map((name) => [`types of ${name}`, () => run(process.execPath, [typescript, '-p', name])]),
  ),
  'dependency rule': () =>
    run(tool('depcruise'), ['--config', '.dependency-cruiser.cjs', '--progress', 'none', ...workspaces]),
  // Files and exports that nothing uses (knip.json).
  'unused code': () => run(tool('knip'), ['--workspace', 'web', '--no-config-hints', '--no-progress']),
  tidy: () => run(process.execPath, [join(root, 'scripts/tidy.mjs')]),
}

/** Runs every check, even after one has failed, and reports how many passed and which failed. */
export const runChecks = () => {
  const failed = Object.entries(checks).filter(([name, check]) => {
    const bad = check() !== 0
    process.stdout.write(`${bad ? '✗' : '✓'} ${name}\n`)
    return bad
  })
  return { passed: Object.keys(checks).length - failed.length, failed: failed.length }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled()
  process.exit(runChecks().failed === 0 ? 0 : 1)
}
