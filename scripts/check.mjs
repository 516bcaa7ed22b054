/** Format, lint, types, dependency rules, unused code, tidy docs: the same on a laptop and in CI. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { collect, ensureInstalled, root, tool } from './project.mjs'
import { answerHelp } from './usage.mjs'

const workspaces = ['contract', 'btcpay', 'sandbox', 'server', 'client', 'cli', 'web', 'e2e']
const typescript = join(root, 'node_modules/checker/bin/tsc')
const typesOf = (project) => [process.execPath, typescript, '-p', project]

/** Each is a program with its arguments. */
const checks = {
  format: [tool('biome'), 'check', '--error-on-warnings', '.'],
  lint: [tool('oxlint'), '--type-aware', '--quiet'],
  // One program, because the tests of client and cli import the whole server.
  'types of server, client and cli': typesOf('tsconfig.server-users.json'),
  ...Object.fromEntries(
    ['contract', 'btcpay', 'sandbox', 'web', 'e2e'].map((name) => [`types of ${name}`, typesOf(name)]),
  ),
  'dependency rule': [
    tool('depcruise'),
    ...['--config', '.dependency-cruiser.cjs', '--progress', 'none'],
    ...workspaces,
  ],
  // Files and exports that nothing uses. In the browser app, an export that only its own file uses is one too.
  'unused code of web': [tool('knip'), '--workspace', 'web', '--no-config-hints', '--no-progress'],
  'unused code': [tool('knip'), '--config', 'knip.workspaces.json', '--no-config-hints', '--no-progress'],
  tidy: [process.execPath, join(root, 'scripts/tidy.mjs')],
}
const mostAtOnce = 2

/** Runs every check, even after one has failed, and says how many passed and which failed. */
export const runChecks = async (all = checks) => {
  const waiting = Object.entries(all)
  const total = { passed: 0, failed: 0 }
  const failures = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, [program, ...args]] = next
      const { status, output } = await collect(program, args)
      total[status === 0 ? 'passed' : 'failed'] += 1
      // A linter ends with its figures, after what it found.
      if (status !== 0) failures.push(`check “${name}”: ${output.trim().split('\n').slice(-12).join('\n    ')}`)
      process.stdout.write(`${output}${status === 0 ? '✓' : '✗'} ${name}\n`)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
  return { ...total, failures }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  answerHelp('check')
  await ensureInstalled()
  process.exit((await runChecks()).failed === 0 ? 0 : 1)
}
