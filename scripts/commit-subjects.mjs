/** Conventional Commits, from the commit in which the project adopted them. */
import { spawnSync } from 'node:child_process'

const types = ['feat', 'fix', 'docs', 'test', 'refactor', 'perf', 'style', 'build', 'ci', 'chore', 'revert']
const shape = new RegExp(`^(${types.join('|')})(\\([a-z0-9-]+\\))?!?: \\S.*[^.\\s]$`)
const longest = 72

/** What is wrong with a subject, or undefined. */
export const faultOfSubject = (subject) => {
  if (!shape.test(subject)) return 'is not `type(scope): what changed`'
  return [...subject].length > longest ? `is longer than ${longest} characters` : undefined
}

/**
 * One sentence for each commit with a wrong subject after the one that added this check. A shallow clone begins later,
 * and commits that it doesn't have aren't checked.
 */
export const checkCommitSubjects = (folder, check = 'scripts/commit-subjects.mjs') => {
  const git = (...args) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  const first = git('log', '--diff-filter=A', '--format=%H', '--', check).at(-1)
  if (first === undefined) return []
  return git('log', '--no-merges', '--format=%h %s', `${first}..HEAD`).flatMap((line) => {
    const [hash = '', ...words] = line.split(' ')
    const fault = faultOfSubject(words.join(' '))
    return fault ? [`commit ${hash} “${words.join(' ')}” ${fault}`] : []
  })
}
