/**
 * Compares this checkout with another commit of it, alternately within one run: `npm run bench -- compare COMMIT`. The
 * commit is checked out separately, built, and removed again.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, root, run } from './project.mjs'

export const compareWith = async (name, measure = compareAll) => {
  if (!name) fail('Name the commit to compare with: npm run bench -- compare COMMIT')
  const { status, stdout } = git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
  if (status !== 0) fail(`There is no commit ${name} here. In a shallow clone, run git fetch --unshallow first.`)
  const commit = stdout.trim()
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-compare-'))
  const checkout = join(folder, 'bitquay')
  try {
    if (run('git', ['worktree', 'add', '--detach', '--quiet', checkout, commit]) !== 0) fail('The checkout failed.')
    install(checkout)
    if (run(process.execPath, [join(checkout, 'scripts/build.mjs')], { cwd: checkout }) !== 0)
      fail(`Couldn’t build commit ${commit}.`)
    return measure(checkout)
  } finally {
    git(['worktree', 'remove', '--force', checkout])
    rmSync(folder, { recursive: true, force: true })
  }
}

const compareAll = (checkout) =>
  run(process.execPath, ['--import', 'tsx', join(root, 'server/bench/compare.ts'), checkout, root])

export const hasCommit = (name) => git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).status === 0

const git = (args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

/** With the same lock file the packages are the same, so they are copied, which needs no network. */
const install = (checkout) => {
  const lockOf = (place) => readFileSync(join(place, 'package-lock.json'), 'utf8')
  if (lockOf(checkout) === lockOf(root)) {
    const from = join(root, 'node_modules')
    // Hard links take no space. Where they can't be created, the files are copied.
    const linked = spawnSync('cp', ['-al', from, checkout]).status === 0
    if (!linked) cpSync(from, join(checkout, 'node_modules'), { recursive: true, verbatimSymlinks: true })
    return
  }
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: checkout }
  const status = npm ? run(process.execPath, [npm, ...args], options) : run('npm', args, options)
  if (status !== 0)
    fail('Couldn’t install the packages of the other commit. Check your connection to the npm registry.')
}
