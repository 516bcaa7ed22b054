import { Suspense, useEffect, useRef } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router'
import { AfterWhile } from '../ui/skeleton.tsx'
import { TestBar } from './test-bar.tsx'

/** What is around every page. */
export const Root = () => {
  useArrival()
  return (
    <>
      <TestBar />
      <Suspense fallback={<Waiting />}>
        <Outlet />
      </Suspense>
    </>
  )
}

const outageMs = 5000

/** While the first page is on its way: the mark when that takes noticeable time, and words when something must be wrong. */
export const Waiting = () => (
  <div className="grid min-h-[60vh] content-center justify-items-center gap-6 px-4" role="status" aria-label="Loading">
    <AfterWhile>
      <span className="busy text-ink-3" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
    </AfterWhile>
    <AfterWhile ms={outageMs}>
      <p className="max-w-sm text-center text-ink-2">
        This takes longer than it should. The page comes by itself; your money is not affected.
      </p>
    </AfterWhile>
  </div>
)

/**
 * A new page begins at its top, or at the part that its address names, and takes the focus, as after a full page load. Going
 * back is left to the browser, which remembers where one was.
 */
const useArrival = () => {
  const { pathname, hash } = useLocation()
  const how = useNavigationType()
  const before = useRef(pathname)
  useEffect(() => {
    const moved = before.current !== pathname
    before.current = pathname
    const part = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    // Never returned: newer browsers answer with a promise, and what an effect returns is called when it ends.
    part?.scrollIntoView()
    if (part || !moved) return
    if (how !== NavigationType.Pop) scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, hash, how])
}
