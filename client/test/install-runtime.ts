import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Runtime = { name: string; package: string; binary: RegExp; args: readonly string[] }

const node = (version: string): Runtime => ({
  name: `Node ${version}`,
  package: `node-${process.platform}-${process.arch}@${version}`,
  binary: /\/bin\/node$/,
  args: [],
})

/** npm has the binaries of each as a package that needs no script to install. */
export const runtimes: readonly Runtime[] = [
  node('18.18'),
  node('20'),
  node('22'),
  node('24'),
  {
    name: 'Deno',
    package: 'deno',
    binary: /@deno\/[\w-]+\/deno$/,
    args: ['run', '--allow-net', '--allow-env', '--allow-read'],
  },
  { name: 'Bun', package: 'bun', binary: /@oven\/[\w-]+\/bin\/bun$/, args: ['run'] },
]

/** Installs a runtime into its own folder below another. Returns its program, or why it isn't there. */
export const installRuntime = async (
  runtime: Runtime,
  below: string,
): Promise<{ program: string } | { missing: string }> => {
  const folder = join(below, runtime.name.replace(' ', '-'))
  await mkdir(folder)
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, runtime.package]
  try {
    await run('npm', install)
  } catch {
    return { missing: `npm couldn’t install ${runtime.package}` }
  }
  const files = await readdir(folder, { recursive: true })
  for (const path of files.filter((file) => runtime.binary.test(file))) {
    const program = join(folder, path)
    const isRunning = await run(program, ['--version']).then(
      () => true,
      () => false,
    )
    if (isRunning) return { program }
  }
  return { missing: `${runtime.package} has no program for ${process.platform} ${process.arch}` }
}
