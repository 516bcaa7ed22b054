/** Cuts a version in the working tree, or checks the one that was cut and writes its files to dist/release. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { cutRelease, findReleaseProblems } from './cut-release.mjs'
import { ensureInstalled, fail, root, run } from './project.mjs'
import { answerHelp } from './usage.mjs'
import { writeRelease } from './write-release.mjs'

answerHelp('release')
const [command, version, date] = process.argv.slice(2)

if (command === '--cut') {
  try {
    cutRelease(root, version ?? '', date ?? '')
  } catch (error) {
    fail(error.message)
  }
  process.stdout.write(`Cut ${version}. Read the changes, commit them, and run npm run release.\n`)
} else {
  if (command !== undefined && command !== '--quick') fail(`npm run release doesn’t take ${command}.`)
  const problems = findReleaseProblems(root)
  if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '')
    problems.push('The working tree has changes. Commit them first.')
  if (problems.length > 0) fail(problems.join('\n'))
  await ensureInstalled()
  const checks = command === '--quick' ? [['check.mjs']] : [['test.mjs'], ['test.mjs', '--long']]
  for (const [script, ...args] of checks)
    if (run(process.execPath, [join(root, 'scripts', script), ...args]) !== 0) fail('Nothing was written.')
  const names = await writeRelease(join(root, 'dist/release'))
  process.stdout.write(`Wrote ${names.join(', ')} and SHA256SUMS to dist/release.\n`)
}
