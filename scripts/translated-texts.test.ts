import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root, trackedFiles } from './project.mjs'

/** The names by which a file imports texts that have translations. */
const namesOfTexts = (path: string, source: ts.SourceFile): Set<string> =>
  new Set(
    source.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
      const from = ts.isStringLiteral(moduleSpecifier) ? join(dirname(path), moduleSpecifier.text) : ''
      const names = importClause?.namedBindings
      if (!from.endsWith('messages.ts') || !existsSync(from.replace(/\.ts$/, '.de.ts')) || !names) return []
      return ts.isNamespaceImport(names) ? [names.name.text] : names.elements.map(({ name }) => name.text)
    }),
  )

/** Lines that read such a text while the file loads. */
const findEarlyReads = (path: string, code: string): string[] => {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  const texts = namesOfTexts(path, source)
  const visit = (node: ts.Node): string[] => {
    if (ts.isFunctionLike(node) || ts.isImportDeclaration(node)) return []
    if (ts.isIdentifier(node) && texts.has(node.text)) {
      return [`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`]
    }
    const found: string[] = []
    ts.forEachChild(node, (child) => {
      found.push(...visit(child))
    })
    return found
  }
  return texts.size === 0 ? [] : visit(source)
}

const checkout = join(root, 'web/src/features/checkout/new.tsx')

test('a constant that keeps a translated text is found, a function that reads one is not', () => {
  const code = (line: string) => `import * as t from './messages.ts'\n${line}`
  expect(findEarlyReads(checkout, code(`const names = { any: t.anyCode }`))).toEqual([`${checkout}:2`])
  expect(findEarlyReads(checkout, code(`const nameCode = () => t.anyCode`))).toEqual([])
})

test('no file of a customer page keeps a text from before the language was loaded', () => {
  const files = trackedFiles().filter((path) => /^web\/src\/.*\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  const early = files.flatMap((path) => findEarlyReads(join(root, path), readFileSync(join(root, path), 'utf8')))
  expect(early).toEqual([])
})
