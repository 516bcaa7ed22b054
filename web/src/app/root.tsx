import { Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { AfterWhile } from '../ui/skeleton.tsx'
import { TestBar } from './test-bar.tsx'

/** What is around every page. */
export const Root = () => {
  useFocusOnNavigation()
  return (
    <>
      <TestBar />
      <Suspense fallback={<Waiting />}>
        <Outlet />
      </Suspense>
      <ScrollRestoration />
    </>
  )
}

/** While the first page is on its way: the mark, and only when that takes noticeable time. */
export const Waiting = () => (
  <div className="grid min-h-[60vh] place-items-center" role="status" aria-label="Loading">
    <AfterWhile>
      <span className="busy text-ink-3" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
    </AfterWhile>
  </div>
)

/** A new page is announced by moving the focus to its content, as a full page load would. */
const useFocusOnNavigation = () => {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}
