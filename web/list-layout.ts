import { fileURLToPath } from 'node:url'
import type { ListSpec } from '@bitquay/contract/lists'
import type { Plugin } from 'vite'
import { runInNode } from './run-in-node.ts'

const layout = /^list-layout:([\w.-]+)\/(\w+)\.css$/

/**
 * Writes the layout of a list from its declaration. `import 'list-layout:audit-log/auditLog.css'` is the one of `auditLog` in
 * contract/src/audit-log.ts. Looks are imported before it, because a narrow list overrides them.
 */
export const listLayout = (): Plugin => ({
  name: 'list-layout',
  resolveId: (id) => (layout.test(id) ? id : undefined),
  async load(id) {
    const [, file, name] = layout.exec(id) ?? []
    if (!file || !name) return undefined
    const declared = (await runContract(contractFile(file)))[name] as ListSpec | undefined
    if (!declared) throw new Error(`contract/src/${file}.ts declares no list ${name}`)
    return writeLayout(declared)
  },
})

const contractFile = (name: string) => fileURLToPath(new URL(`../contract/src/${name}.ts`, import.meta.url))

const run = new Map<string, Promise<Record<string, object>>>()

/** What a file of the contract exports. */
export const runContract = (path: string): Promise<Record<string, object>> => {
  const running = run.get(path) ?? runInNode<Record<string, object>>(path)
  run.set(path, running)
  return running
}

const writeLayout = ({ name, columns, block }: Pick<ListSpec, 'name' | 'columns' | 'block'>): string => {
  const list = `.dt--${name}`
  const all = Object.entries(columns)
  const steps = [...new Set(all.flatMap(([, { below = {} }]) => Object.keys(below).map(Number)))].sort((a, b) => b - a)
  const widths = all.map(([column, { width }]) => `--w-${column}: ${width};`)
  const narrower = steps.map((step) => {
    const changed = all.flatMap(([column, { below }]) => {
      const width = below?.[step]
      return width === undefined ? [] : [{ column, width }]
    })
    const dropped = changed.filter(({ width }) => width === null)
    return within(step, [
      `${list} { ${changed.map(({ column, width }) => `--w-${column}: ${width ?? ''};`).join(' ')} }`,
      ...dropped.map(({ column }) => `${list} .c-${column} { display: none; }`),
    ])
  })
  const areas = all.flatMap(([column, { area, below = {} }]) => {
    const isDropped = Object.entries(below).some(([step, width]) => Number(step) > block.below && width === null)
    if (area === undefined) return isDropped ? [] : [`${list} .row .c-${column} { display: none; }`]
    return [`${list} .row .c-${column} { ${isDropped ? 'display: block; ' : ''}grid-area: ${area}; }`]
  })
  const row = { 'grid-template': block.grid, gap: block.gap, 'min-height': block.minHeight, padding: block.padding }
  const rowText = Object.entries({ ...usualRow, ...defined(row) }).map(([property, value]) => `${property}: ${value};`)
  const blocks = [`${list} .dt-head { display: none; }`, `${list} .row { ${rowText.join(' ')} }`, ...areas]
  return `@layer components {\n${list} { ${widths.join(' ')} }\n${narrower.join('')}${within(block.below, blocks)}}\n`
}

const usualRow = { gap: '0.1875rem 0.75rem', 'min-height': '3.5rem', padding: '0.5rem 1rem' }

const defined = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const within = (pixels: number, rules: readonly string[]) =>
  `@container list (max-width: ${pixels}px) {\n${rules.join('\n')}\n}\n`
