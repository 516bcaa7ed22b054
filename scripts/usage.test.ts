import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const named = Object.values(scripts).map((script) => /scripts\/([\w-]+)\.mjs/.exec(script)?.[1])
const commands = [...new Set(named.filter((name) => name !== undefined))]

test.each(commands)('%s --help says what the command takes, and does nothing', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-usage-'))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, `scripts/${name}.mjs`), '--help'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  })
  expect({ status, stderr, files: readdirSync(folder) }).toEqual({ status: 0, stderr: '', files: [] })
  expect(stdout).toMatch(name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`)
  rmSync(folder, { recursive: true })
})
