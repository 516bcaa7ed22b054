/** Finds where documents and declarations don't match the project. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkAnnouncements } from './announcements.mjs'
import { checkCommitSubjects } from './commit-subjects.mjs'
import { checkCssLines } from './css-lines.mjs'
import { checkFixedSleeps } from './fixed-sleeps.mjs'
import { checkForeignReads } from './foreign-reads.mjs'
import { checkForeignWrites } from './foreign-writes.mjs'
import { checkFrozenMigrations } from './frozen-migrations.mjs'
import { root, trackedFiles } from './project.mjs'
import { checkPublishedEvents } from './published-events.mjs'

const tracked = trackedFiles()
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folders = new Set(
  tracked.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))),
)
const known = (path) => tracked.includes(path) || folders.has(path.replace(/\/$/, ''))

const findings = [
  ...checkAnnouncements(),
  ...checkPublishedEvents(),
  ...checkFixedSleeps(),
  ...checkForeignReads(),
  ...checkForeignWrites(),
  ...['server/migrations', 'server/migrations/before-0.3'].flatMap((path) => checkFrozenMigrations(join(root, path))),
  ...checkCommitSubjects(root),
  ...checkCssLines(),
]
// Every script and path that a Markdown file names exists.
for (const document of tracked.filter((path) => path.endsWith('.md') && existsSync(join(root, path)))) {
  const text = readFileSync(join(root, document), 'utf8')
  const report = (what) => findings.push(`${document} mentions ${what}, which doesn’t exist`)
  for (const [, name] of text.matchAll(/npm run ([\w:-]+)/g)) if (!(name in scripts)) report(`npm run ${name}`)
  for (const [, target] of text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)) {
    if (!known(join(dirname(document), target))) report(target)
  }
  // In code spans, a text that begins with one of our folders is a path.
  for (const [, span] of text.matchAll(/`([^`\n]+)`/g)) {
    const path = /^(?:contract|btcpay|sandbox|server|web|e2e|scripts|docs|\.ci)\/[\w./-]*$/.exec(span)?.[0]
    if (path && !known(path)) report(path)
  }
}
for (const finding of findings) process.stdout.write(`${finding}\n`)
process.exit(findings.length === 0 ? 0 : 1)
