import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { List } from '@bitquay/contract/lists'
import { type Plugin, transformWithOxc } from 'vite'
import { runContract } from './list-layout.ts'

/** What a browser needs of a call to make it. Schemas, summaries and refusals are the server's and the documentation's. */
const needed = ['method', 'path', 'media']
const leftOut = [
  'params',
  'query',
  'body',
  'mostBodyBytes',
  'output',
  'accepted',
  'errors',
  'summary',
  'audience',
  'secret',
  'recentPassword',
  'whileEnrolling',
  'optionFields',
  'row',
  'file',
  'filterShape',
]

const contract = /[\\/]contract[\\/]src[\\/].+\.ts$/
const half = /^(.+[\\/]contract[\\/]src[\\/].+\.ts)\?(light|heavy)$/
const ours = /[\\/]web[\\/]src[\\/].+\.tsx?$/
const configuredZod = fileURLToPath(new URL('src/lib/zod.ts', import.meta.url))

/**
 * Gives the browser only what it uses of the contract. A call becomes its method and path, a declared list its plain data.
 * Each file becomes two, one with the calls and plain lists, one with what is built with zod, so that a page that checks nothing loads no zod. A page
 * imports what it checks with by name (`loginForm`), not as a part of a call (`login.body`): the latter stops the build.
 */
export const slimContract = (): Plugin => ({
  name: 'slim-contract',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    if (half.test(source)) return source
    return source === 'zod' && importer !== configuredZod ? configuredZod : undefined
  },
  async load(id) {
    const path = half.exec(id)?.[1] ?? id
    if (!contract.test(path)) return undefined
    const { code: typeless } = await transformWithOxc(await readFile(path, 'utf8'), path)
    const declared = declaring.some((name) => typeless.includes(`${name}(`)) ? await runContract(path) : {}
    const code = slim(typeless, this.parse(typeless), declared)
    const { light, heavy, shared } = split(code, this.parse(code))
    const whole = ['light', 'heavy'].map((part) => `export * from ${JSON.stringify(`${path}?${part}`)}\n`).join('')
    const passed = shared.length > 0 ? `import { ${shared.join(', ')} } from ${JSON.stringify(`${path}?light`)}\n` : ''
    const wanted = half.exec(id)?.[2]
    return {
      code: wanted === 'light' ? light : wanted === 'heavy' ? passed + heavy : whole,
      moduleType: 'js',
      moduleSideEffects: false,
    }
  },
  transform(code, id) {
    const path = id.split('?')[0] ?? id
    // Only what is built with zod leads here, and it must never be without the setting.
    if (path === configuredZod) return { code, map: null, moduleSideEffects: true }
    if (ours.test(path) && code.includes('@bitquay/contract/')) {
      const part = findPartOfCall(this.parse(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
      if (part)
        this.error(`${part} is not in the browser's contract: give that schema a name of its own and import it.`)
    }
    return undefined
  },
})

/** A list is declared by one of these, and its calls are exported as `list.calls.name`. */
const declaring = ['declareList', 'extendList']
const isDeclaration = ({ type, callee, object }: Node) =>
  declaring.includes(callee?.name ?? '') || (type === 'MemberExpression' && object?.property?.name === 'calls')

/** What a browser needs of a list or of its call. Layouts are style sheets. */
const plainOf = (value: object): object => {
  if (!('calls' in value)) return Object.fromEntries(Object.entries(value).filter(([name]) => needed.includes(name)))
  const { name, filters, sorts, columns, calls } = value as List
  return {
    ...{ name, filters, sorts },
    columns: mapValues(columns, ({ sort, numeric, quietHead, always }) => ({ sort, numeric, quietHead, always })),
    calls: mapValues(calls, plainOf),
  }
}

const mapValues = <Value, Mapped>(values: Record<string, Value>, map: (value: Value) => Mapped) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

type Edit = { start: number; end: number; text: string }

/** Calls without what only a server needs; and no value has an effect when it is made, so each may be left out unused. */
const slim = (code: string, program: object, declared: Record<string, object>): string => {
  const edits: Edit[] = []
  visit(program, (node) => {
    const { type, callee, declarations = [], arguments: [definition] = [] } = node
    if (type === 'CallExpression' && callee?.name === 'call' && definition?.properties) {
      const kept = definition.properties.filter(({ key }) => needed.includes(key?.name ?? ''))
      const text = kept.map(({ start, end }) => code.slice(start, end)).join(', ')
      edits.push({ start: node.start, end: node.end, text: `({ ${text} })` })
    }
    for (const { id, init } of type === 'VariableDeclaration' ? declarations : []) {
      const value = declared[id?.name ?? '']
      if (init && value && isDeclaration(init)) {
        edits.push({ start: init.start, end: init.end, text: JSON.stringify(plainOf(value)) })
        continue
      }
      if (!init || !['CallExpression', 'ObjectExpression', 'NewExpression'].includes(init.type)) continue
      edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' })
      edits.push({ start: init.end, end: init.end, text: '))()' })
    }
  })
  let text = ''
  let at = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    text += code.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + code.slice(at)
}

/** What needs nothing of another file is light; `shared` is what the heavy half uses of the light one. */
const split = (code: string, program: { body: object[] }) => {
  const statements = program.body.map((statement) => {
    const node = statement as Node
    return { text: code.slice(node.start, node.end), type: node.type, ...namesIn(node) }
  })
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration')
  const rest = statements.filter(({ type }) => type !== 'ImportDeclaration')
  const heavyNames = new Set(imports.flatMap(({ declared }) => declared))
  const isHeavy = ({ used }: { used: Set<string> }) => [...used].some((name) => heavyNames.has(name))
  for (let before = -1; before !== heavyNames.size; ) {
    before = heavyNames.size
    for (const statement of rest) if (isHeavy(statement)) for (const name of statement.declared) heavyNames.add(name)
  }
  const light = rest.filter((statement) => !isHeavy(statement))
  const heavy = rest.filter(isHeavy)
  const shared = light.flatMap(({ declared }) => declared).filter((name) => heavy.some(({ used }) => used.has(name)))
  const unexported = light.flatMap(({ text, declared }) => (text.startsWith('export') ? [] : declared))
  const alsoExported = shared.filter((name) => unexported.includes(name))
  return {
    light: `${join(light)}export { ${alsoExported.join(', ')} }\n`,
    heavy: join([...imports, ...heavy]),
    shared,
  }
}

const join = (statements: { text: string }[]) => statements.map(({ text }) => `${text}\n`).join('')

/** Which names a statement declares, and which it may refer to. */
const namesIn = (statement: Node) => {
  const declared: string[] = []
  const used = new Set<string>()
  const keys = new Set<unknown>()
  visit(statement, (node) => {
    if (node.type === 'Property' && !node.shorthand && !node.computed) keys.add(node.key)
    if (node.type === 'MemberExpression' && !node.computed) keys.add(node.property)
    if (node.type === 'Identifier' && node.name && !keys.has(node)) used.add(node.name)
    if (node.local?.name && node.type.startsWith('Import')) declared.push(node.local.name)
  })
  for (const { id } of (statement.declaration ?? statement).declarations ?? []) if (id?.name) declared.push(id.name)
  const named = (statement.declaration ?? statement).id?.name
  if (named) declared.push(named)
  return { declared, used }
}

/** `login.body` in a page, where `login` is imported from the contract. */
const findPartOfCall = (program: object): string | undefined => {
  const imported = new Set<string>()
  let found: string | undefined
  visit(program, (node) => {
    if (node.type === 'ImportDeclaration' && String(node.source?.value).startsWith('@bitquay/contract/'))
      for (const { local } of node.specifiers ?? []) imported.add(local?.name ?? '')
    if (node.type !== 'MemberExpression' || !leftOut.includes(node.property?.name ?? '')) return
    let root = node.object
    while (root?.type === 'MemberExpression') root = root.object
    if (root?.name && imported.has(root.name)) found = `${root.name}.${node.property?.name}`
  })
  return found
}

/** What is looked at of a syntax tree. */
type Node = {
  type: string
  start: number
  end: number
  name?: string
  value?: unknown
  shorthand?: boolean
  computed?: boolean
  id?: Node | null
  key?: Node
  local?: Node
  source?: Node | null
  callee?: Node
  object?: Node
  property?: Node
  declaration?: Node | null
  init?: Node | null
  arguments?: Node[]
  properties?: Node[]
  specifiers?: Node[]
  declarations?: Node[]
}

const visit = (tree: object, look: (node: Node) => void) => {
  if ('type' in tree && typeof tree.type === 'string') look(tree as Node)
  for (const child of Object.values(tree)) if (typeof child === 'object' && child !== null) visit(child, look)
}
