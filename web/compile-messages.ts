import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/compile-module.js'
import { parse, type Token } from '@messageformat/parser'
import type { Plugin } from 'vite'
import { languages as pageLanguages } from '../contract/src/languages.ts'

/**
 * `messages.ts` is English; a translation is named after its language, such as `messages.pt-BR.ts`. A feature whose other
 * texts stay English has those for customers in `customer-messages.ts`, and those of the sandbox in `test-messages.ts`.
 */
const messageFile = /[\\/](?:(?:customer|test)-)?messages(?:\.([a-z]{2}(?:-[A-Z]{2})?))?\.ts$/
const oneMessage = /^(.+[\\/][\w-]*messages[\w.-]*\.ts)\?message=(\w+)$/
const english = /^(.+[\\/][\w-]*messages\.ts)\?english$/
const wholeFile = /^(.+[\\/][\w-]*messages[\w.-]*\.ts)\?whole$/

const translatedLanguages = pageLanguages.filter((language) => language !== 'en')

type Options = {
  /**
   * Whether texts can be replaced by those of another language, for which a page calls `loadTexts` (lib/language.ts).
   * Tests and pages built in advance are in English. The server draws in every language (`at-once`): all texts are
   * there from the start, and replacing them never waits.
   */
  translated?: boolean | 'at-once'
  /** What a file that is translated must be translated to. */
  languages?: readonly string[]
}

/**
 * Compiles message files: each text becomes a string or a function, in a module of its own, so that a page loads only the
 * texts that it shows and no parser. A file with translations beside it becomes one that can load them.
 */
export const compileMessages = ({ translated, languages = translatedLanguages }: Options = {}): Plugin => {
  // Every text is loaded alone, so its file would be parsed as often as it has texts.
  const parsed = new Map<string, { code: string; texts: Map<string, string> }>()
  const read = async (context: Parser, path: string): Promise<Map<string, string>> => {
    const code = await readFile(path, 'utf8')
    const known = parsed.get(path)
    if (known?.code === code) return known.texts
    const texts = readTexts(context.parse(code, { lang: 'ts' }))
    parsed.set(path, { code, texts })
    return texts
  }
  return {
    name: 'compile-messages',
    enforce: 'pre',
    resolveId: { filter: { id: [oneMessage, english, wholeFile] }, handler: (id) => id },
    load: {
      filter: { id: [oneMessage, english, wholeFile] },
      async handler(id) {
        const [, whole] = wholeFile.exec(id) ?? []
        if (whole) {
          const format = new MessageFormat(languageOf(whole), { strict: true })
          return {
            code: exportValues(compileModule(format, Object.fromEntries(await read(this, whole)))),
            moduleType: 'js',
          }
        }
        const [, source] = english.exec(id) ?? []
        if (source) {
          return { code: exportAll(source, await read(this, source)), moduleType: 'js', moduleSideEffects: false }
        }
        const [, path, wanted] = oneMessage.exec(id) ?? []
        if (!path || !wanted) return undefined
        const text = (await read(this, path)).get(wanted) ?? ''
        const compiled = compileModule(new MessageFormat(languageOf(path), { strict: true }), { [wanted]: text })
        return { code: exportOnly(compiled, this.parse(compiled)), moduleType: 'js', moduleSideEffects: false }
      },
    },
    transform: {
      filter: { id: messageFile },
      async handler(code, id) {
        const texts = readTexts(this.parse(code, { lang: 'ts' }))
        const translations = messageFile.exec(id)?.[1] === undefined ? await findTranslations(id) : []
        const missing = languages.filter((language) => translations.every((other) => other.language !== language))
        if (translations.length > 0 && missing.length > 0)
          this.error(`${id} has no translation to ${missing.join(', ')}`)
        for (const { path } of translations) {
          this.addWatchFile(path)
          const problems = compareTexts(texts, await read(this, path))
          if (problems.length > 0) this.error(`${path} doesn't match its English texts:\n${problems.join('\n')}`)
        }
        const isReplaceable = translated && translations.length > 0
        const compiled = !isReplaceable
          ? exportAll(id, texts)
          : translated === 'at-once'
            ? exportTogether(id, texts, translations)
            : exportReplaceable(id, texts, translations)
        return { code: compiled, map: null, moduleSideEffects: false }
      },
    },
  }
}

/** What is used of a plugin's context. */
type Parser = { parse: (code: string, options: { lang: 'ts' }) => { body: object[] } }

const languageOf = (path: string) => messageFile.exec(path)?.[1] ?? 'en'

type Translation = { language: string; path: string }

const findTranslations = async (path: string): Promise<Translation[]> => {
  const name = basename(path, '.ts')
  const files = (await readdir(dirname(path))).filter(
    (file) => file.startsWith(`${name}.`) && messageFile.test(`/${file}`),
  )
  return files
    .map((file) => ({ language: languageOf(`/${file}`), path: join(dirname(path), file) }))
    .filter(({ language }) => language !== 'en')
}

/** What a translation lacks, has too much, or fills in differently. */
const compareTexts = (texts: Map<string, string>, translation: Map<string, string>): string[] => [
  ...[...texts.keys()].filter((name) => !translation.has(name)).map((name) => `missing: ${name}`),
  ...[...translation.keys()].filter((name) => !texts.has(name)).map((name) => `not in English: ${name}`),
  ...[...texts]
    .filter(([name, text]) => parametersOf(text) !== parametersOf(translation.get(name) ?? text))
    .map(([name, text]) => `${name} must have the parameters ${parametersOf(text) || '(none)'}`),
]

/** Such as `amount, count:plural`. */
const parametersOf = (text: string): string => [...new Set(parse(text).flatMap(namesIn))].toSorted().join(', ')

const namesIn = (token: Token): string[] => {
  if (token.type === 'content' || token.type === 'octothorpe') return []
  const inside = 'cases' in token ? token.cases.flatMap(({ tokens }) => tokens.flatMap(namesIn)) : []
  return [token.type === 'argument' ? token.arg : `${token.arg}:${token.type}`, ...inside]
}

const exportAll = (path: string, texts: Map<string, string>) =>
  [...texts.keys()]
    .map((name) => `export { default as ${name} } from ${JSON.stringify(`${path}?message=${name}`)}`)
    .join('\n')

/** English texts until a page loads others. A file that couldn't be loaded changes nothing. */
const exportReplaceable = (path: string, texts: Map<string, string>, translations: Translation[]) =>
  [
    `import * as english from ${JSON.stringify(`${path}?english`)}`,
    'const languages = {',
    ...translations.map(
      ({ language, path: file }) => `  ${JSON.stringify(language)}: () => import(${JSON.stringify(file)}),`,
    ),
    '}',
    ...exportEach(texts),
    'const load = (language) => Promise.resolve(languages[language]?.() ?? english).then(replace, () => undefined);',
    '(globalThis.pageTexts ??= []).push(load)',
  ].join('\n')

/** The same for the server, where one module per text would be thousands. */
const exportTogether = (path: string, texts: Map<string, string>, translations: Translation[]) =>
  [
    `import english from ${JSON.stringify(`${path}?whole`)}`,
    ...translations.map(({ path: file }, place) => `import texts${place} from ${JSON.stringify(`${file}?whole`)}`),
    'const languages = {',
    ...translations.map(({ language }, place) => `  ${JSON.stringify(language)}: texts${place},`),
    '}',
    ...exportEach(texts),
    'const load = (language) => replace(languages[language] ?? english);',
    '(globalThis.pageTexts ??= []).push(load)',
  ].join('\n')

const exportEach = (texts: Map<string, string>) => [
  ...[...texts.keys()].map((name) => `export let ${name} = english.${name}`),
  'const replace = (texts) => {',
  ...[...texts.keys()].map((name) => `  ${name} = texts.${name}`),
  '}',
]

/** Turns `export default { name: () => "Text" }` into an object with strings; a function with parameters stays one. */
const exportValues = (code: string) =>
  [
    code.replace('export default', 'const compiled ='),
    'const valueOf = ([name, text]) => [name, text.length === 0 ? text() : text]',
    'export default Object.fromEntries(Object.entries(compiled).map(valueOf))',
  ].join('\n')

/** The texts by name. A message file holds nothing else. */
const readTexts = (program: { body: object[] }): Map<string, string> =>
  new Map(
    (program.body as Node[])
      .filter(({ type }) => type !== 'ImportDeclaration')
      .map(({ declaration }) => {
        const { id, init } = declaration?.declarations?.[0] ?? {}
        const text = init?.callee?.name === 'message' ? init.arguments?.[0]?.value : undefined
        if (!id?.name || typeof text !== 'string')
          throw new Error("A message file holds only lines like: export const name = message('Text')")
        return [id.name, text]
      }),
  )

/** Turns `export default { name: () => "Text" }` into `export default "Text"`; a function with parameters stays one. */
const exportOnly = (code: string, program: { body: object[] }): string => {
  const cut = ({ start, end }: Node) => code.slice(start, end)
  const statements = (program.body as Node[]).map((statement) => {
    const compiled = statement.declaration?.properties?.[0]?.value as Node | undefined
    if (!compiled) return cut(statement)
    return `const text = ${cut(compiled.params?.length === 0 && compiled.body ? compiled.body : compiled)}\nexport { text as default }`
  })
  return statements.join('\n')
}

/** What is looked at of a syntax tree. */
type Node = {
  type: string
  start: number
  end: number
  name?: string
  value?: unknown
  id?: Node
  init?: Node
  body?: Node
  callee?: Node
  params?: Node[]
  arguments?: Node[]
  properties?: Node[]
  declaration?: Node
  declarations?: Node[]
}
