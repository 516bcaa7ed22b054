const name = 'bitquay_bell_seen'

/** What this browser has shown in the bell before. A browser that keeps nothing shows everything as new. */
export const readSeen = (): ReadonlySet<string> => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [])
  } catch {
    return new Set()
  }
}

/** Only what is still there is remembered, so that the list does not grow. */
export const saveSeen = (keys: readonly string[]) => {
  try {
    localStorage.setItem(name, JSON.stringify(keys))
  } catch {
    // Private windows may refuse; then the bell only forgets.
  }
}
