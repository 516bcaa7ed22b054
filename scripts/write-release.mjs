/** Writes the files of a release: client, command line tool and source, with their checksums. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collect, root } from './project.mjs'

/** The source is that of a commit, so that the files match a tag. */
export const writeRelease = async (folder, commit = 'HEAD') => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const workspace of ['client', 'cli']) await runQuietly(...npmPack(workspace, folder))
  const source = join(folder, `bitquay-${version}.tar.gz`)
  await runQuietly('git', ['archive', '--format=tar.gz', `--prefix=bitquay-${version}/`, `--output=${source}`, commit])
  const names = readdirSync(folder).sort()
  const sums = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}`,
  )
  writeFileSync(join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`)
  return names
}

const npmPack = (workspace, folder) => {
  const args = ['pack', `--workspace=${workspace}`, `--pack-destination=${folder}`, '--loglevel=error']
  const npm = process.env.npm_execpath
  return npm ? [process.execPath, [npm, ...args]] : ['npm', args]
}

const runQuietly = async (program, args) => {
  const { status, output } = await collect(program, args)
  if (status !== 0) throw new Error(`${program} ${args[0]} failed:\n${output}`)
}
