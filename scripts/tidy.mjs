/** Keeps the documents honest: every script and path that a Markdown file names exists. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './project.mjs'

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folders = new Set(
  tracked.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))),
)
const known = (path) => tracked.includes(path) || folders.has(path.replace(/\/$/, ''))

const findings = []
for (const document of tracked.filter((path) => path.endsWith('.md') && existsSync(join(root, path)))) {
  const text = readFileSync(join(root, document), 'utf8')
  const report = (what) => findings.push(`${document} names ${what}, which does not exist`)
  for (const [, name] of text.matchAll(/npm run ([\w:-]+)/g)) if (!(name in scripts)) report(`npm run ${name}`)
  for (const [, target] of text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)) {
    if (!known(join(dirname(document), target))) report(target)
  }
  // In code spans, what begins with a folder of ours is a path.
  for (const [, span] of text.matchAll(/`([^`\n]+)`/g)) {
    const path = /^(?:contract|btcpay|sandbox|server|web|e2e|scripts|docs|\.ci)\/[\w./-]*$/.exec(span)?.[0]
    if (path && !known(path)) report(path)
  }
}
for (const finding of findings) process.stdout.write(`${finding}\n`)
process.exit(findings.length === 0 ? 0 : 1)
