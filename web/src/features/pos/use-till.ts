import type { PosState } from '@bitquay/contract/tills.pos'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { TillCalls } from './call-till.ts'

type Seen = {
  state: PosState | undefined
  /** Why the device may not be used, in the server's words. */
  locked: string | undefined
  /** Since when no answer came. */
  offlineSince: number | undefined
}

const everyMs = 3000
const first: Seen = { state: undefined, locked: undefined, offlineSince: undefined }

/** Follows the till: its items, its sales of today, and whether this device may still be used. */
export const useTill = (calls: TillCalls): Seen & { look: () => void } => {
  const [seen, setSeen] = useState<Seen>(first)
  const follower = useRef(() => {})

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    const look = async () => {
      clearTimeout(timer)
      const answer = await calls.state()
      if (over) return
      setSeen((before) => {
        if (answer.kind === 'ok') return { ...first, state: answer.value }
        if (answer.kind === 'refused') return { ...first, locked: answer.message }
        return { ...before, offlineSince: before.offlineSince ?? Date.now() }
      })
      clearTimeout(timer)
      timer = setTimeout(() => void look(), everyMs)
    }
    const lookNow = () => void look()
    const start = async () => {
      const link = takeLink()
      const bound = link === undefined ? undefined : await calls.bind(link)
      if (over) return
      if (bound?.kind === 'refused') {
        // A page that is opened again has spent its link already.
        const answer = await calls.state()
        if (over) return
        if (answer.kind !== 'ok') return setSeen({ ...first, locked: bound.message })
      }
      lookNow()
    }
    follower.current = lookNow
    void start()
    addEventListener('online', lookNow)
    addEventListener('offline', lookNow)
    return () => {
      over = true
      clearTimeout(timer)
      removeEventListener('online', lookNow)
      removeEventListener('offline', lookNow)
    }
  }, [calls])

  return { ...seen, look: useCallback(() => follower.current(), []) }
}

/** The link works once, so it doesn't stay in the address. */
let taken: string | undefined
const takeLink = (): string | undefined => {
  const link = new URLSearchParams(location.search).get('link')
  if (link === null) return taken
  taken = link
  history.replaceState(null, '', location.pathname)
  return link
}
