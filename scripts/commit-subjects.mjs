/** Conventional Commits, from the commit on with which the project took them up. */
import { spawnSync } from 'node:child_process'

/** The last commit before the convention. */
const base = '652d596390fa0191d34ec3e976180c8e6bc1296c'
const types = ['feat', 'fix', 'docs', 'test', 'refactor', 'perf', 'style', 'build', 'ci', 'chore', 'revert']
const shape = new RegExp(`^(${types.join('|')})(\\([a-z0-9-]+\\))?!?: \\S.*[^.\\s]$`)
const longest = 72

/** What is wrong with a subject, or undefined. */
export const faultOfSubject = (subject) => {
  if (!shape.test(subject)) return 'is not `type(scope): what changed`'
  return [...subject].length > longest ? `is longer than ${longest} characters` : undefined
}

/** One sentence for each commit since `from` with a wrong subject. Without that commit (a shallow clone) nothing is known. */
export const checkCommitSubjects = (folder, from = base) => {
  const git = (...args) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  if (git('merge-base', '--is-ancestor', from, 'HEAD').status !== 0) return []
  return git('log', '--no-merges', '--format=%h %s', `${from}..HEAD`)
    .stdout.split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [hash = '', ...words] = line.split(' ')
      const fault = faultOfSubject(words.join(' '))
      return fault ? [`commit ${hash} “${words.join(' ')}” ${fault}`] : []
    })
}
