/**
 * The lines of CSS of each feature may only fall: what a new screen needs is mostly there, in `web/src/ui/layout.css`
 * and `web/src/ui/lettering.css`. `node scripts/css-lines.mjs` writes the lower numbers down.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, trackedFiles } from './project.mjs'

const record = join(root, 'scripts/css-lines.json')
const readLimits = () => JSON.parse(readFileSync(record, 'utf8'))

/** The folder that a style sheet counts for: a feature, or a folder beside the features. */
const folderOf = (path) => /^web\/src\/(features\/[^/]+|[^/]+)/.exec(path)?.[1] ?? 'web'

const countLines = () => {
  const counts = {}
  for (const path of trackedFiles().filter((file) => /^web\/.+\.css$/.test(file) && existsSync(join(root, file)))) {
    const lines = readFileSync(join(root, path), 'utf8').split('\n').length - 1
    counts[folderOf(path)] = (counts[folderOf(path)] ?? 0) + lines
  }
  return counts
}

/** One sentence for each folder with more lines than written down, or with fewer, which is to be written down. */
export const compareLines = (counts, limits) =>
  [...new Set([...Object.keys(counts), ...Object.keys(limits)])].sort().flatMap((folder) => {
    const [count, limit] = [counts[folder] ?? 0, limits[folder] ?? 0]
    if (count > limit) return [`${folder} has ${count} lines of CSS, ${limit} are allowed (scripts/css-lines.json)`]
    if (count < limit) return [`${folder} has ${count} lines of CSS instead of ${limit}: node scripts/css-lines.mjs`]
    return []
  })

/** The limits after a change: lower where there are fewer lines, never higher. */
export const lowerLimits = (counts, limits) =>
  Object.fromEntries(
    Object.entries(limits)
      .map(([folder, limit]) => [folder, Math.min(limit, counts[folder] ?? 0)])
      .filter(([, limit]) => limit > 0),
  )

export const checkCssLines = () => compareLines(countLines(), readLimits())

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(record, `${JSON.stringify(lowerLimits(countLines(), readLimits()), null, 2)}\n`)
}
