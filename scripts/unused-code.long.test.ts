import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root, tool } from './project.mjs'

const sound: Record<string, string> = {
  'package.json': '{ "name": "tried", "type": "module", "workspaces": ["web"] }',
  'web/package.json': '{ "name": "tried-web", "type": "module" }',
  'web/src/prerender.tsx': `import { used } from './lib/used.ts'\nused()`,
  'web/src/lib/used.ts': 'export const used = () => 1',
  'web/src/features/invoices/pages/merchant.tsx': 'export default () => null',
}

/** What the project's own configuration finds in a browser app with these files. */
const findUnused = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-unused-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    copyFileSync(join(root, 'knip.json'), join(folder, 'knip.json'))
    const { stdout, status } = spawnSync(tool('knip'), ['--workspace', 'web', '--no-config-hints', '--no-progress'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, stdout }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a browser app without unused code passes', () => {
  expect(findUnused(sound)).toEqual({ status: 0, stdout: '' })
})

test('a file, an export and a type that nothing uses are found', () => {
  const { status, stdout } = findUnused({
    ...sound,
    'web/src/lib/used.ts': `${sound['web/src/lib/used.ts']}\nexport const forgotten = 1\nexport type Forgotten = 1`,
    'web/src/features/invoices/orphan.ts': 'export const orphan = 1',
  })
  expect(status).toBe(1)
  expect(stdout).toMatch(/forgotten .*web\/src\/lib\/used\.ts/)
  expect(stdout).toMatch(/Forgotten .*web\/src\/lib\/used\.ts/)
  expect(stdout).toContain('web/src/features/invoices/orphan.ts')
})
