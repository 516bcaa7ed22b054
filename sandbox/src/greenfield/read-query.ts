import { invalidField } from './errors.ts'

/** Query parameters: repeated keys become arrays, and an unreadable value gives a 422 under its own name. */
export type QueryReader = {
  text(name: string): string | undefined
  texts(name: string): string[]
  flag(name: string, fallback: boolean): boolean
  integer(name: string): number | undefined
  unixSeconds(name: string): number | undefined
}

export const readQuery = (query: unknown): QueryReader => {
  const values = new Map<string, string[]>()
  if (typeof query === 'object' && query !== null) {
    for (const [key, value] of Object.entries(query)) {
      // Some clients write arrays as `currencyPair[]` and `currencyPair[0]`.
      const name = key.replace(/\[\d*\]$/, '').toLowerCase()
      values.set(name, [...(values.get(name) ?? []), ...(Array.isArray(value) ? value.map(String) : [String(value)])])
    }
  }
  const first = (name: string) => values.get(name.toLowerCase())?.[0]
  const integer = (name: string, wanted: string) => {
    const text = first(name)
    if (text === undefined || text === '') return undefined
    if (!/^-?\d{1,10}$/.test(text)) throw invalidField(name, wanted)
    return Number(text)
  }
  return {
    text: first,
    texts: (name) => values.get(name.toLowerCase()) ?? [],
    flag(name, fallback) {
      const text = first(name)?.toLowerCase()
      if (text === undefined || text === '') return fallback
      if (text !== 'true' && text !== 'false') throw invalidField(name, `The value '${text}' is not valid.`)
      return text === 'true'
    },
    integer: (name) => integer(name, 'The value is not a valid integer.'),
    unixSeconds: (name) => integer(name, 'Invalid unix timestamp'),
  }
}
