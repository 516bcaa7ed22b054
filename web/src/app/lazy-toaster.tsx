import { type ComponentType, useEffect, useState } from 'react'
import { useSession } from '../lib/session.ts'
import { useToasts } from '../ui/toast-store.ts'

/**
 * Most visits show no toast, so what draws them is fetched when someone begins to use the page: by the time there is
 * something to say it is there, also when what is to be said is that the server cannot be reached. Who is signed in gets it
 * at once: a dialog leaves only those places open to screen readers that are there when it opens.
 */
export const LazyToaster = () => {
  const [Toaster, setToaster] = useState<ComponentType>()
  const isSignedIn = Boolean(useSession())
  const wanted = useToasts().length > 0 || isSignedIn
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
    if (wanted) load()
    else for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, load, { signal: stop.signal })
    return () => stop.abort()
  }, [Toaster, wanted])
  return Toaster ? <Toaster /> : null
}
