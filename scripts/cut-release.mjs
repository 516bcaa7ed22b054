/** Turns what is unreleased into a version, and finds what a release lacks. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const unreleased = '## [Unreleased]\n'
const nextNotes = 'docs/releases/next.md'

/** Everything that changes with a version, in the working tree. The release is a commit of a person. */
export const cutRelease = (root, version, date) => {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} isn’t a version like 0.3.0.`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error(`${date} isn’t a date like 2026-12-01.`)
  const read = (path) => readFileSync(join(root, path), 'utf8')
  const write = (path, text) => writeFileSync(join(root, path), text)
  const { version: before, workspaces } = JSON.parse(read('package.json'))
  if (!isNewer(version, before)) throw new Error(`${version} isn’t newer than ${before}.`)
  const changelog = cutChangelog(read('CHANGELOG.md'), version, date)
  if (!existsSync(join(root, nextNotes))) throw new Error(`There are no release notes in ${nextNotes}.`)

  write('CHANGELOG.md', changelog)
  write(nextNotes, read(nextNotes).replace(/^# .*/, `# Bitquay ${version}`))
  renameSync(join(root, nextNotes), join(root, notesOf(version)))
  for (const path of ['package.json', ...workspaces.map((name) => `${name}/package.json`)])
    write(path, withVersion(read(path), before, version))
  write('package-lock.json', lockedVersion(read('package-lock.json'), ['', ...workspaces], before, version))
}

/** What was unreleased gets its version, below an empty heading for what comes next. */
export const cutChangelog = (text, version, date) => {
  const [before, after] = text.split(unreleased)
  const next = after?.search(/^## \[/m) ?? -1
  if (after === undefined || after.slice(0, next === -1 ? undefined : next).trim() === '')
    throw new Error('CHANGELOG.md has nothing under Unreleased.')
  return `${before}${unreleased}\n## [${version}] - ${date}\n${after}`
}

/** What the version in package.json needs before its files are written. */
export const findReleaseProblems = (root) => {
  const read = (path) => readFileSync(join(root, path), 'utf8')
  const { version, workspaces } = JSON.parse(read('package.json'))
  const others = workspaces.filter((name) => JSON.parse(read(`${name}/package.json`)).version !== version)
  const { packages } = JSON.parse(read('package-lock.json'))
  const unlocked = ['', ...workspaces].filter((name) => packages[name]?.version !== version)
  const changelog = read('CHANGELOG.md')
  const open = /^## \[Unreleased\]\n([\s\S]*?)^## \[/m.exec(changelog)?.[1] ?? ''
  return [
    ...others.map((name) => `${name}/package.json has another version than ${version}.`),
    ...unlocked.map((name) => `package-lock.json has another version of ${name || 'bitquay'} than ${version}.`),
    ...(changelog.includes(`## [${version}] - `) ? [] : [`CHANGELOG.md has no section for ${version}.`]),
    ...(open.trim() === '' ? [] : ['CHANGELOG.md still has changes under Unreleased.']),
    ...(existsSync(join(root, notesOf(version))) ? [] : [`There are no release notes in ${notesOf(version)}.`]),
    ...(existsSync(join(root, 'LICENSE')) ? [] : ['There is no LICENSE.']),
  ]
}

const notesOf = (version) => `docs/releases/${version}.md`

const withVersion = (text, before, version) =>
  text.replaceAll(new RegExp(`("(?:version|@bitquay/[a-z]+)": ")${escape(before)}"`, 'g'), `$1${version}"`)

/** Only our own packages: another package may have the same version by chance. */
const lockedVersion = (text, ours, before, version) => {
  const lock = JSON.parse(text)
  lock.version = version
  for (const place of ours)
    lock.packages[place] = JSON.parse(withVersion(JSON.stringify(lock.packages[place], null, 1), before, version))
  return `${JSON.stringify(lock, null, 2)}\n`
}

const isNewer = (one, other) => {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const place = a.findIndex((part, index) => part !== b[index])
  return place !== -1 && a[place] > b[place]
}

const escape = (version) => version.replaceAll('.', '\\.')
