import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../src/platform/root.ts'

export const hasCommit = (commit: string) =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: projectRoot }).status === 0

/**
 * Checks out a commit into a folder, with the packages installed here and its own workspaces. Returns the arguments
 * that start its server.
 */
export const checkOutRelease = (commit: string, folder: string): string[] => {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: projectRoot,
    maxBuffer: 1024 * 1024 * 1024,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@bitquay'), { recursive: true })
  for (const name of readdirSync(join(projectRoot, 'node_modules'))) {
    if (name !== '@bitquay') symlinkSync(join(projectRoot, 'node_modules', name), join(packages, name))
  }
  for (const workspace of ['contract', 'btcpay', 'sandbox', 'client']) {
    if (existsSync(join(folder, workspace))) symlinkSync(join(folder, workspace), join(packages, '@bitquay', workspace))
  }
  return ['--import', 'tsx', join(folder, 'server/src/main.ts')]
}
