/** Of merchants' customers a partner sees enough to tell two apart, and not enough to know one. */

const dots = '•••'

/** `anna@example.com` → `a•••@e•••.com` */
export const maskEmail = (email: string | null): string | null => {
  if (email === null) return null
  const [local = '', domain = ''] = email.split('@')
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : ''
  return `${first(local)}${dots}@${first(domain)}${dots}${ending}`
}

/** `Anna Berg` → `A••• B•••` */
export const maskName = (name: string | null): string | null =>
  name === null
    ? null
    : name
        .split(/\s+/)
        .filter(Boolean)
        .slice(0, 3)
        .map((word) => `${first(word)}${dots}`)
        .join(' ') || null

/** The beginning tells the kind of address, the end tells two apart. */
export const maskAddress = (address: string | null): string | null =>
  address === null ? null : address.length > 16 ? `${address.slice(0, 6)}${dots}${address.slice(-4)}` : dots

/** A whole character, also where it is two in memory. */
const first = (text: string) => /^./u.exec(text)?.[0] ?? ''
