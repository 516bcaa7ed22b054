import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { root, tool } from './project.mjs'

type Violation = { rule: { name: string }; from: string }

/** The violations of the project's own dependency rules in a folder with these files, as "rule: file". */
export const findViolations = (files: Record<string, string>): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-floors-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const workspaces = [
      ...new Set(Object.keys(files).flatMap((path) => (path.includes('/') ? [path.split('/')[0] ?? ''] : []))),
    ]
    const config = join(root, '.dependency-cruiser.cjs')
    const { stdout, stderr } = spawnSync(tool('depcruise'), ['--config', config, '-T', 'json', ...workspaces], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    const { violations } = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary
    return violations.map(({ rule, from }) => `${rule.name}: ${from}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
