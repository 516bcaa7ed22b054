import type { BitquayClient } from '../../client/src/index.ts'

/** What the person typed was wrong, or can't be done. The message is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export type Terminal = {
  print: (line: string) => void
  /** For what isn't the result, so that results can be piped. */
  note: (line: string) => void
  /** Aborted when the person presses Ctrl+C. */
  signal: AbortSignal
}

/** What was typed after the command. */
export type Typed = { positionals: readonly string[]; options: Readonly<Record<string, string | boolean | undefined>> }

export type Command = {
  /** As typed: `invoices create`. */
  name: string
  usage: string
  does: string
  options?: Record<string, { type: 'string' | 'boolean'; short?: string }>
  run: (typed: Typed, terminal: Terminal, getClient: () => Promise<BitquayClient>) => Promise<void>
}

export const textOf = (typed: Typed, name: string): string | undefined => {
  const value = typed.options[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const requireText = (typed: Typed, name: string): string => {
  const value = textOf(typed, name)
  if (value === undefined) throw new CommandError(`Add --${name}.`)
  return value
}

/** Aligned names and values, without those that are null. */
export const tableOf = (rows: readonly (readonly [string, string | number | null | undefined])[]) => {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}
