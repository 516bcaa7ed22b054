import type { Checkout } from '@bitquay/contract/checkout'
import { useEffect, useRef, useState } from 'react'
import { isUnfinished } from './phase.ts'
import { pollDelayMs } from './poll-delay.ts'

type Seen = {
  /** Null: there is no such invoice. Undefined: not read yet. */
  checkout: Checkout | null | undefined
  /** What to add to this device's clock to have the server's. */
  clockAheadMs: number
  /** When the last answer came, by this device's clock. */
  at: number
  /** How many looks in a row brought no answer. */
  failures: number
}

const patienceMs = 10_000

/** Follows an invoice for as long as the page is open. `look` asks at once, as after a payment made here. */
export const useCheckout = (invoiceId: string, given: Checkout | null | undefined): Seen & { look: () => void } => {
  const [first] = useState(() => seenNow(given))
  const [seen, setSeen] = useState(first)
  const follower = useRef(() => {})

  useEffect(() => {
    let latest = first
    let timer: ReturnType<typeof setTimeout> | undefined
    let asking = false
    let over = false

    const look = async () => {
      if (asking || over || latest.checkout === null) return
      asking = true
      clearTimeout(timer)
      const answer = await readCheckout(invoiceId)
      asking = false
      if (over) return
      latest = answer === undefined ? { ...latest, failures: latest.failures + 1 } : seenNow(answer)
      setSeen(latest)
      plan()
    }
    const plan = () => {
      clearTimeout(timer)
      const { checkout, failures } = latest
      if (checkout === null) return
      const open = checkout ? isUnfinished(checkout) : true
      timer = setTimeout(() => void look(), pollDelayMs({ open, hidden: document.hidden, failures }))
    }
    const lookNow = () => void look()
    const onVisibility = () => (document.hidden ? plan() : lookNow())

    follower.current = lookNow
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('online', lookNow)
    if (first.checkout === undefined) lookNow()
    else plan()
    return () => {
      over = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('online', lookNow)
    }
  }, [invoiceId, first])

  return { ...seen, look: () => follower.current() }
}

const seenNow = (checkout: Checkout | null | undefined): Seen => {
  const at = Date.now()
  return { checkout, clockAheadMs: checkout ? Date.parse(checkout.now) - at : 0, at, failures: 0 }
}

/** Undefined when no answer came, for any reason. The page continues with what it knows. */
const readCheckout = async (invoiceId: string): Promise<Checkout | null | undefined> => {
  try {
    const response = await fetch(`/api/checkout/${encodeURIComponent(invoiceId)}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    })
    if (response.status === 404) return null
    return response.ok ? ((await response.json()) as Checkout) : undefined
  } catch {
    return undefined
  }
}
