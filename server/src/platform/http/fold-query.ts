/** Reads `metadata[color]=blue` as `{ metadata: { color: 'blue' } }`, as programs write maps in a URL. */
export const foldQuery = (query: unknown): unknown => {
  const folded = new Map<string, unknown>()
  for (const [name, value] of Object.entries(query ?? {})) {
    const [, map, key] = /^(\w+)\[([^[\]]+)\]$/.exec(name) ?? []
    if (map === undefined || key === undefined) folded.set(name, value)
    else folded.set(map, Object.fromEntries([...entriesOf(folded.get(map)), [key, value]]))
  }
  return Object.fromEntries(folded)
}

const entriesOf = (map: unknown): [string, unknown][] =>
  typeof map === 'object' && map !== null && !Array.isArray(map) ? Object.entries(map) : []
