import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeRelease } from './write-release.mjs'

test('a release has client, command line tool and source with their license, and checksums that fit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-release-'))
  try {
    const names = await writeRelease(folder)
    expect(names).toEqual([
      expect.stringMatching(/^bitquay-\d+\.\d+\.\d+\.tar\.gz$/),
      expect.stringMatching(/^bitquay-cli-.+\.tgz$/),
      expect.stringMatching(/^bitquay-client-.+\.tgz$/),
    ])
    expect(readdirSync(folder)).toHaveLength(4)
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder })
    const filesOf = (name = '') => execFileSync('tar', ['-tzf', join(folder, name)], { encoding: 'utf8' }).split('\n')
    expect(filesOf(names[0]).some((path) => path.endsWith('/server/src/main.ts'))).toBe(true)
    expect(filesOf(names[1])).toEqual(expect.arrayContaining(['package/dist/bitquay.js', 'package/LICENSE']))
    expect(filesOf(names[2])).toEqual(
      expect.arrayContaining(['package/dist/index.js', 'package/dist/index.d.ts', 'package/LICENSE']),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 300_000)
