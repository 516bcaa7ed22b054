import type { SentSale } from './call-till.ts'
import type { Cart } from './cart.ts'

/** What this device must not forget when the page is reloaded. */
type Kept = {
  /** The sale on the screen. It is written before it is sent, so that it is never sent under another id. */
  open: SentSale | null
  cart: Cart | null
  /** Sales that were saved for later, oldest first. */
  saved: Cart[]
}

const nothing: Kept = { open: null, cart: null, saved: [] }
const mostSaved = 20

const keyOf = (slug: string) => `bitquay_till_${slug}`

const read = (slug: string): Kept => {
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(keyOf(slug)) ?? '{}') as Partial<Kept>) }
  } catch {
    return nothing
  }
}

const change = (slug: string, part: Partial<Kept>) => {
  try {
    localStorage.setItem(keyOf(slug), JSON.stringify({ ...read(slug), ...part }))
  } catch {
    // A device without storage forgets its cart on reload. The server still knows its open sales.
  }
}

export const readKept = read
export const keepOpenSale = (slug: string, open: SentSale | null) => change(slug, { open })
export const keepCart = (slug: string, cart: Cart) => change(slug, { cart })
export const keepSaved = (slug: string, saved: Cart[]) => change(slug, { saved: saved.slice(-mostSaved) })
