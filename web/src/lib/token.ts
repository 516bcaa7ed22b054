const key = 'bitquay_token'

/** Where storage is forbidden the token lives as long as the page. */
let fallback: string | null = null

export const readToken = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return fallback
  }
}

export const saveToken = (token: string) => {
  fallback = token
  try {
    localStorage.setItem(key, token)
  } catch {
    // Kept above.
  }
}

export const removeToken = () => {
  fallback = null
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

/** Calls back when another tab signs in or out. */
export const onTokenChange = (listener: () => void) => {
  const heard = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}
