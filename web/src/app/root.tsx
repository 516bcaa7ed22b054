import { Suspense, useEffect, useRef } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router'
import { Waiting } from '../frame/waiting.tsx'
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
