/**
 * Finds texts that people read outside of message files: in the markup, in the properties that show a text, and any other
 * literal that reads like a sentence or a label. Texts belong in a `messages.ts` (CONTRIBUTING.md, "A text").
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root, trackedFiles } from './project.mjs'

/** Attributes of elements, properties of components and of objects such as a toast, whose value is shown. */
const shown = new Set(
  `title label placeholder alt summary aria-label aria-description aria-roledescription aria-valuetext purpose sentence
  hint caption description heading head note action busyAction empty failed word text`.split(/\s+/),
)

/** The same in every language: units, keys of the keyboard, words of HTTP, names, addresses. And shapes of badges, which nobody reads. */
const fixed = new Set(
  `BTC USD UTC sat/vB vB WU Enter Escape Bearer ApiError PostgreSQL BTCPay Bitquay Bitcoin Lightning webhook-id SHA256SUMS
  @bitquay/client solid dashed half open crossed`.split(/\s+/),
)
const isAddress = (text) => /^(?:https?:|bitcoin:|bcrt1|\*?\/)\S*$/.test(text)

/** A label or a sentence begins with a capitalized word; "I" and "A" begin one too. */
const isSentence = (text) => /^\s*["“(]?(?:\p{Lu}[\p{Ll}’']+|[IA] \p{Ll}{2})/u.test(text)

const hasWords = (text) => text.split(/\s+/).some((word) => /\p{L}/u.test(word) && !fixed.has(word) && !isAddress(word))

const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

const textOf = (node) =>
  ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join(' ')
    : node.text

const beginningOf = (node) => (ts.isTemplateExpression(node) ? node.head.text : node.text)

/** The literals that an expression may result in: both ways of a condition, all parts of a sum. */
const resultsOf = (node) => {
  if (!node) return []
  if (isText(node)) return [node]
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return resultsOf(node.expression)
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(resultsOf)
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    if (kind === ts.SyntaxKind.PlusToken) return [node.left, node.right].flatMap(resultsOf)
    const chooses = [
      ts.SyntaxKind.AmpersandAmpersandToken,
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
    ]
    return chooses.includes(kind) ? resultsOf(node.right) : []
  }
  return []
}

/** Where a literal is for engineers: types, imports, comparisons, and errors that mean a mistake in the program. */
const isForEngineers = (node) => {
  const { parent } = node
  if (ts.isLiteralTypeNode(parent) || ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true
  if (ts.isNewExpression(parent)) return ['Error', 'TypeError'].includes(parent.expression.getText())
  return ts.isCaseClause(parent) || (ts.isBinaryExpression(parent) && parent.operatorToken.getText().includes('==='))
}

/** Code is the same in every language, also where parts of it are marked up. */
const isCode = (node) => {
  const { parent } = node
  if (!ts.isJsxElement(parent)) return false
  return ['code', 'kbd', 'pre'].includes(parent.openingElement.tagName.getText()) || isCode(parent)
}

/** In objects these also name what is sent to the server. */
const isShownProperty = (name) => shown.has(name) && name !== 'purpose' && name !== 'action'

const literalsIn = (node) => {
  if (ts.isJsxText(node)) return isCode(node) ? [] : [node]
  if (ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)))
    return resultsOf(node)
  if (ts.isJsxAttribute(node)) return shown.has(node.name.getText()) ? resultsOf(node.initializer) : []
  if (ts.isPropertyAssignment(node)) return isShownProperty(node.name.getText()) ? resultsOf(node.initializer) : []
  return isText(node) && isSentence(beginningOf(node)) && !isForEngineers(node) ? [node] : []
}

/** The texts of a source file that are not in a message file, as `line: text`. */
export const findLiteralTexts = (source, path = 'source.tsx') => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found = new Map()
  const visit = (node) => {
    for (const literal of literalsIn(node)) {
      const text = ts.isJsxText(literal) ? literal.text : textOf(literal)
      if (hasWords(text)) found.set(literal.getStart(), text.replace(/\s+/g, ' ').trim())
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...found]
    .sort(([one], [other]) => one - other)
    .map(([position, text]) => `${file.getLineAndCharacterOfPosition(position).line + 1}: ${text}`)
}

/**
 * `web/src/content` is for operators to rewrite, the build's configuration reads the tables of screens uncompiled, and
 * sample data is invented names.
 */
const isSource = (path) =>
  /^web\/src\/.+\.tsx?$/.test(path) &&
  !/\.test\.tsx?$|\/((customer|test)-)?messages(\.[\w-]+)?\.ts$|\/sample-[\w-]+\.ts$|^web\/src\/content\/|^web\/src\/frame\/((docs|portal)-)?screens\.ts$/.test(
    path,
  )

/** Every text outside of message files, as `path:line: text`. */
export const checkLiteralTexts = () =>
  trackedFiles()
    .filter((path) => isSource(path) && existsSync(join(root, path)))
    .flatMap((path) =>
      findLiteralTexts(readFileSync(join(root, path), 'utf8'), path).map((found) => `${path}:${found}`),
    )

if (process.argv[1] === join(root, 'scripts/literal-texts.mjs')) {
  const under = process.argv[2] ?? ''
  for (const found of checkLiteralTexts().filter((found) => found.startsWith(under))) process.stdout.write(`${found}\n`)
}
