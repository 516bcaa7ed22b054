type Scope = 'all' | 'actions' | 'ids' | 'help'

const scopes: Record<string, Scope> = { '>': 'actions', '#': 'ids', '?': 'help' }

/** What is searched for, and where: `>` is for actions only, `#` for an ID, `?` for help. */
export const readQuery = (text: string): { query: string; scope: Scope } => {
  const trimmed = text.trim()
  const scope = scopes[trimmed.charAt(0)]
  return { query: scope ? trimmed.slice(1).trim() : trimmed, scope: scope ?? 'all' }
}
