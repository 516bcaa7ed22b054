/**
 * Measures the code's structure by fixed rules, for the working tree or for any commit:
 * `npm run measure`, `npm run measure -- <commit>`.
 *
 * - files and lines: tracked source files (.ts, .tsx, .css, .sql, .mjs) per workspace, tests separately
 * - locality: of the imports between files of server/src (without platform and the root files), the share that stays in
 *   its folder. A re-export of an index.ts isn't an import. In web/src a feature's folder counts as one
 * - traces: the files that ARCHITECTURE.md names under a heading "One … traced", each followed by what it imports
 *   directly, without platform and root files. Another noun counts as its index.ts. With doors opened, each file behind
 *   it that is imported from counts instead
 * - SQL reads: tables that the files of each noun read, by foreign-reads.mjs
 * - tests by kind: test files and the tests that they declare, where a table of cases is one
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findReads, readFloors } from './foreign-reads.mjs'
import { pickSources } from './foreign-writes.mjs'
import { fail, root } from './project.mjs'
import { answerHelp } from './usage.mjs'

const isSource = (path) => /\.(ts|tsx|css|sql|mjs|cjs)$/.test(path)
const isTest = (path) => /\.(test|spec)\.tsx?$|^server\/test\/|^e2e\//.test(path)

/** The files that git tracks below a folder, as paths with forward slashes. */
const listFiles = (folder) =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => path !== '')

const importPattern = /\b(?:import|export)\b[^'";]*?\bfrom\s*'(\.[^']+)'|\bimport\s*\(?\s*'(\.[^']+)'/g

export const importsOf = (path, text) => {
  const found = [...text.matchAll(importPattern)].map((match) =>
    posix.join(posix.dirname(path), match[1] ?? match[2] ?? ''),
  )
  return [...new Set(found)]
}

const readTree = (folder, paths) => {
  const texts = new Map()
  for (const path of paths) {
    try {
      texts.set(path, readFileSync(join(folder, path), 'utf8'))
    } catch {
      // Deleted in the working tree and not yet in the index.
    }
  }
  return texts
}

export const countFiles = (texts) => {
  const counts = new Map()
  for (const [path, text] of texts) {
    if (!path.includes('/') || !isSource(path)) continue
    const workspace = path.slice(0, path.indexOf('/'))
    const row = counts.get(workspace) ?? { files: 0, lines: 0, tests: 0, testLines: 0 }
    const lines = text.split('\n').length - 1
    if (isTest(path)) {
      row.tests += 1
      row.testLines += lines
    } else {
      row.files += 1
      row.lines += lines
    }
    counts.set(workspace, row)
  }
  return counts
}

/** The folder below server/src, or undefined for a file directly in it. */
const serverNoun = (path) => {
  const folder = posix.dirname(path)
  return folder.startsWith('server/src/') ? folder.slice('server/src/'.length) : undefined
}

const featureOf = (path) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]

export const measureLocality = (texts, nounOf, isLeftOut = () => false) => {
  let inside = 0
  let across = 0
  for (const [path, text] of texts) {
    const noun = nounOf(path)
    if (noun === undefined || isLeftOut(noun) || isTest(path) || !/\.tsx?$/.test(path)) continue
    for (const target of importsOf(path, text)) {
      const other = nounOf(target)
      if (other === undefined || isLeftOut(other) || !/\.tsx?$/.test(target)) continue
      if (other !== noun) across += 1
      else if (!path.endsWith(`/${noun}/index.ts`)) inside += 1
    }
  }
  return { inside, across, percent: inside + across === 0 ? 0 : (100 * inside) / (inside + across) }
}

/** The files that a trace of ARCHITECTURE.md names, in its order. */
export const readTraces = (architecture) => {
  const traces = new Map()
  for (const section of architecture.split(/^## /m)) {
    const title = section.slice(0, section.indexOf('\n')).trim()
    if (!/^One .*traced$/.test(title)) continue
    const named = [...section.matchAll(/`(server\/src\/[\w./-]+\.ts)`/g)].map((match) => match[1])
    traces.set(title, [...new Set(named)])
  }
  return traces
}

/** The files behind a door that hold the names which a text imports from it. */
const openDoor = (texts, text, door) => {
  const names = (list) =>
    list
      .split(',')
      .map((each) => each.trim().replace(/^type\s+|\s+as\s.*/g, ''))
      .filter(Boolean)
  const from = `/${posix.basename(posix.dirname(door))}/index.ts`
  const wanted = new Set(
    [...text.matchAll(/\bimport\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g)]
      .filter(([, , spec]) => spec.endsWith(from))
      .flatMap(([, list]) => names(list)),
  )
  return [...(texts.get(door) ?? '').matchAll(/\bexport\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g)]
    .filter(([, list]) => names(list).some((name) => wanted.has(name)))
    .map(([, , spec]) => posix.join(posix.dirname(door), spec))
}

export const followTrace = (texts, named, { opensDoors = false } = {}) => {
  const files = []
  const add = (path) => {
    if (!files.includes(path)) files.push(path)
  }
  for (const path of named) {
    add(path)
    const noun = serverNoun(path)
    for (const target of importsOf(path, texts.get(path) ?? '')) {
      const other = serverNoun(target)
      if (other === undefined || /^platform\b/.test(other) || !target.endsWith('.ts') || isTest(target)) continue
      if (other === noun || !texts.has(`server/src/${other}/index.ts`)) add(target)
      else if (opensDoors) for (const opened of openDoor(texts, texts.get(path) ?? '', target)) add(opened)
      // A named file of another noun is reached through its index.ts, which is counted once.
      else if (!named.some((next) => serverNoun(next) === other)) add(`server/src/${other}/index.ts`)
    }
  }
  const folders = files.map((path) => posix.dirname(path))
  const changes = folders.filter((folder, index) => index > 0 && folder !== folders[index - 1]).length
  return { files, folders: new Set(folders).size, changes }
}

export const readWorkingTree = (folder = root) => readTree(folder, listFiles(folder))

const isCommit = (name) =>
  spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root }).status === 0

const readCommit = (commit) => {
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-measure-'))
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    const paths = execFileSync('git', ['ls-tree', '-r', '-z', '--name-only', commit], { cwd: root, encoding: 'utf8' })
    return readTree(
      folder,
      paths.split('\0').filter((path) => path !== ''),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const kindOfTest = (path) =>
  path.startsWith('e2e/')
    ? 'browser'
    : path.endsWith('.test.tsx')
      ? 'component'
      : (/\.(long|ratio)\.test\.ts$/.exec(path)?.[1] ??
        (/^(server|client|cli|examples)\//.test(path) ? 'server' : 'unit'))

export const countTests = (texts) => {
  const counts = new Map()
  for (const [path, text] of texts) {
    if (!/\.(test|spec)\.tsx?$/.test(path)) continue
    const row = counts.get(kindOfTest(path)) ?? { files: 0, tests: 0 }
    row.files += 1
    row.tests += [...text.matchAll(/^\s*(?:test|it)(?:\.\w+)*\(/gm)].length
    counts.set(kindOfTest(path), row)
  }
  return counts
}

export const countReads = (texts) => {
  const sources = pickSources(texts)
  const reads = findReads(sources.texts, sources.tables, readFloors(texts.get('.dependency-cruiser.cjs') ?? ''))
  const count = (way) => reads.filter((read) => read.way === way).length
  return { own: count('own'), lower: count('lower'), upward: count('upward'), root: count('root') }
}

const report = (texts) => {
  const lines = ['workspace     files   lines   tests   lines of tests']
  for (const [workspace, row] of [...countFiles(texts)].sort((a, b) => b[1].lines - a[1].lines)) {
    const figures = [row.files, row.lines, row.tests, row.testLines].map((figure) => String(figure).padStart(8))
    lines.push(workspace.padEnd(11) + figures.join(''))
  }
  const say = (name, { inside, across, percent }) =>
    lines.push(`${name}: ${percent.toFixed(1)} % of imports stay in their noun (${inside} inside, ${across} across)`)
  lines.push('')
  say(
    'server',
    measureLocality(texts, serverNoun, (noun) => /^platform\b/.test(noun)),
  )
  say('browser', measureLocality(texts, featureOf))
  for (const [title, named] of readTraces(texts.get('ARCHITECTURE.md') ?? '')) {
    const { files, folders, changes } = followTrace(texts, named)
    const opened = followTrace(texts, named, { opensDoors: true }).files
    lines.push(
      `${title}: ${files.length} files, ${folders} folders, ${changes} folder changes; ${opened.length} files with doors opened`,
    )
  }
  const { own, lower, upward, root: atRoot } = countReads(texts)
  lines.push(`SQL reads: ${own} own, ${lower} lower, ${upward} upward, ${atRoot} in root files`)
  const css = [...texts].filter(([path]) => path.endsWith('.css'))
  lines.push(`CSS: ${css.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0)} lines in ${css.length} files`)
  const kinds = [...countTests(texts)].map(([kind, { files, tests }]) => `${kind} ${tests} in ${files} files`)
  lines.push(`tests by kind: ${kinds.sort().join(', ')}`)
  return lines.join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  answerHelp('measure')
  const commit = process.argv[2]
  if (commit !== undefined && !isCommit(commit)) fail(`There is no commit ${commit} here.`)
  process.stdout.write(`${report(commit === undefined ? readWorkingTree() : readCommit(commit))}\n`)
}
