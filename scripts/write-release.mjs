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
  for (const workspace of ['client', 'cli']) await packWorkspace(workspace, folder)
  const source = join(folder, `bitquay-${version}.tar.gz`)
  await runQuietly('git', ['archive', '--format=tar.gz', `--prefix=bitquay-${version}/`, `--output=${source}`, commit])
  return writeSums(folder)
}

/** Builds and packs a workspace, whatever the settings of npm say about scripts. Returns the file's name. */
export const packWorkspace = async (workspace, folder) => {
  await runQuietly(process.execPath, [join(root, `scripts/build-${workspace}.mjs`)])
  const args = [
    'pack',
    `--workspace=${workspace}`,
    `--pack-destination=${folder}`,
    '--ignore-scripts',
    '--loglevel=error',
  ]
  const npm = process.env.npm_execpath
  const printed = await (npm ? runQuietly(process.execPath, [npm, ...args]) : runQuietly('npm', args))
  return printed.trim().split('\n').at(-1)
}

/** In the form that `sha256sum --check` reads. Returns the names of the files. */
export const writeSums = (folder) => {
  const names = readdirSync(folder).sort()
  const sumOf = (name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => `${sumOf(name)}  ${name}\n`).join(''))
  return names
}

const runQuietly = async (program, args) => {
  const { status, output } = await collect(program, args)
  if (status !== 0) throw new Error(`${program} ${args[0]} failed:\n${output}`)
  return output
}
