import { type ComponentType, useEffect, useState } from 'react'
import { useToasts } from '../ui/toast-store.ts'

/**
 * Most visits show no toast, so what draws them is fetched when someone begins to use the page: by the time there is
 * something to say it is there, also when what is to be said is that the server cannot be reached.
 */
export const LateToaster = () => {
  const [Toaster, setToaster] = useState<ComponentType>()
  const waiting = useToasts().length > 0
  useEffect(() => {
    if (Toaster) return
    const stop = new AbortController()
    const load = () => {
      stop.abort()
      import('../ui/toast.tsx').then(
        (module) => setToaster(() => module.Toaster),
        () => undefined,
      )
    }
    if (waiting) load()
    else for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, load, { signal: stop.signal })
    return () => stop.abort()
  }, [Toaster, waiting])
  return Toaster ? <Toaster /> : null
}
