import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root, tool } from './project.mjs'

const sound: Record<string, string> = {
  'package.json': '{ "name": "tried", "type": "module", "workspaces": ["web", "server"] }',
  'server/package.json': '{ "name": "tried-server", "type": "module" }',
  'server/src/main.ts': `import { used } from './used.ts'\nused()`,
  'server/src/used.ts': 'export const used = () => 1',
  'web/package.json': '{ "name": "tried-web", "type": "module" }',
  'web/src/prerender.tsx': `import { used } from './lib/used.ts'\nused()`,
  'web/src/lib/used.ts': 'export const used = () => 1',
  'web/src/features/invoices/pages/merchant.tsx': 'export default () => null',
}

/** The arguments of both checks. */
const inWeb = ['--workspace', 'web']
const elsewhere = ['--config', 'knip.workspaces.json']

/** What the project's own configuration finds in these files. */
const findUnused = (files: Record<string, string>, args: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-unused-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    for (const name of ['knip.json', 'knip.workspaces.json']) copyFileSync(join(root, name), join(folder, name))
    const { stdout, status } = spawnSync(tool('knip'), [...args, '--no-config-hints', '--no-progress'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, stdout }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.each([
  ['a browser app', inWeb],
  ['a server', elsewhere],
])('%s without unused code passes', (_what, args) => {
  expect(findUnused(sound, args)).toEqual({ status: 0, stdout: '' })
})

test('a file, an export and a type that nothing uses are found', () => {
  const { status, stdout } = findUnused(
    {
      ...sound,
      'web/src/lib/used.ts': `${sound['web/src/lib/used.ts']}\nexport const forgotten = 1\nexport type Forgotten = 1`,
      'web/src/features/invoices/orphan.ts': 'export const orphan = 1',
    },
    inWeb,
  )
  expect(status).toBe(1)
  expect(stdout).toMatch(/forgotten .*web\/src\/lib\/used\.ts/)
  expect(stdout).toMatch(/Forgotten .*web\/src\/lib\/used\.ts/)
  expect(stdout).toContain('web/src/features/invoices/orphan.ts')
})

test('outside of the browser app, a file and an export that nothing uses are found, one that its own file uses is not', () => {
  const { status, stdout } = findUnused(
    {
      ...sound,
      'server/src/used.ts': `export const used = () => inside()\nexport const inside = () => 1\nexport const forgotten = 1`,
      'server/src/orphan.ts': 'export const orphan = 1',
    },
    elsewhere,
  )
  expect(status).toBe(1)
  expect(stdout).toMatch(/forgotten .*server\/src\/used\.ts/)
  expect(stdout).toContain('server/src/orphan.ts')
  expect(stdout).not.toContain('inside')
})
