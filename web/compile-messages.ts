import { readFile } from 'node:fs/promises'
import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/compile-module.js'
import type { Plugin } from 'vite'

/** `messages.ts` is English; a translation is named after its language, such as `messages.pt-BR.ts`. */
const messageFile = /[\\/]messages(?:\.([a-z]{2}(?:-[A-Z]{2})?))?\.ts$/
const oneMessage = /^(.+[\\/]messages[\w.-]*\.ts)\?message=(\w+)$/

/**
 * Compiles message files: each text becomes a string or a function, in a module of its own, so that a page loads only the
 * texts that it shows and no parser.
 */
export const compileMessages = (): Plugin => ({
  name: 'compile-messages',
  enforce: 'pre',
  resolveId: (id) => (oneMessage.test(id) ? id : undefined),
  async load(id) {
    const [, path, wanted] = oneMessage.exec(id) ?? []
    if (!path || !wanted) return undefined
    const text = readTexts(this.parse(await readFile(path, 'utf8'), { lang: 'ts' })).get(wanted) ?? ''
    const compiled = compileModule(new MessageFormat(languageOf(path), { strict: true }), { [wanted]: text })
    return { code: exportOnly(compiled, this.parse(compiled)), moduleType: 'js', moduleSideEffects: false }
  },
  transform(code, id) {
    if (!messageFile.test(id)) return undefined
    const names = [...readTexts(this.parse(code, { lang: 'ts' })).keys()]
    const lines = names.map((name) => `export { default as ${name} } from ${JSON.stringify(`${id}?message=${name}`)}`)
    return { code: lines.join('\n'), map: null, moduleSideEffects: false }
  },
})

const languageOf = (path: string) => messageFile.exec(path)?.[1] ?? 'en'

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
