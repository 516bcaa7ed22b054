import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './project.mjs'

// The benchmarks `ratios` and `vitals` are tests themselves.
const benches = [
  ...[
    'start',
    'ledger',
    'audit',
    'creation',
    'routes',
    'drawing',
    'engines',
    'lists',
    'quiet',
    'at-rest',
    'flight',
    'payments',
    'withdrawals',
    'engine',
  ],
]

test.each(benches)('the benchmark %s runs to its end with a hundredth of its size', (name) => {
  const env = { ...process.env, BENCH_PART: '0.01' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/bench.mjs'), name], {
    env,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  expect(stdout).toContain('benchmark')
  expect(stdout).not.toContain('FAILED')
})
