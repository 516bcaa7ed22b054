import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../server/src/platform/root.ts'

const run = promisify(execFile)

export type Installed = {
  folder: string
  /** Runs a program in the folder and returns what it printed. */
  run: (program: string, args: readonly string[], env?: Record<string, string>) => Promise<string>
  /** Writes a `.mts` or `.cts` file, checks it as strictly as possible and compiles it. Returns the compiled file. */
  compile: (name: string, source: string) => Promise<string>
  remove: () => Promise<void>
}

/** Packs workspaces as for a release and installs them into an empty folder, without a network. */
export const installPackages = async (...workspaces: readonly string[]): Promise<Installed> => {
  const installed = await createShop()
  for (const workspace of workspaces) {
    await run('npm', ['pack', '--pack-destination', installed.folder], { cwd: join(projectRoot, workspace) })
  }
  const packed = (await readdir(installed.folder)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`)
  await installed.run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packed])
  return installed
}

/** Installs packages from their addresses into an empty folder, as a shop does. No registry can be reached. */
export const installFrom = async (...addresses: readonly string[]): Promise<Installed> => {
  const installed = await createShop()
  const nowhere = ['--registry', 'http://127.0.0.1:9', '--fetch-retries', '0']
  await installed.run('npm', ['install', '--no-audit', '--no-fund', ...nowhere, ...addresses])
  return installed
}

const createShop = async (): Promise<Installed> => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-installed-'))
  await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }')
  const inFolder = async (program: string, args: readonly string[], env: Record<string, string> = {}) => {
    const { stdout } = await run(program, [...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...env },
    })
    return stdout
  }
  return {
    folder,
    run: inFolder,
    compile: async (name, source) => {
      await writeFile(join(folder, name), source)
      const options = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--target', 'es2022']
      const modules = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--lib', 'es2023,dom']
      await inFolder(process.execPath, [compiler, ...options, ...modules, name])
      return join(folder, name.replace(/ts$/, 'js'))
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc')
