import { Suspense } from 'react'
import { type RouteObject, useLocation, useRoutes } from 'react-router'
import { NotFound } from '../frame/not-found.tsx'
import { Waiting } from '../frame/waiting.tsx'
import { usePreferredTimeZone } from '../lib/preferences.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { useLiveChanges } from './live-changes.ts'
import { PageError } from './page-error.tsx'

const otherwise: RouteObject = { path: '*', element: <NotFound /> }

/**
 * The page at the current path. Another portal's path is not found here. A page that fails leaves the sidebar in place,
 * and the next path starts afresh. Another time zone does too, because every date is then another text.
 */
export const PortalPages = ({ routes }: { routes: RouteObject[] }) => {
  useLiveChanges()
  const timeZone = usePreferredTimeZone()
  const { pathname } = useLocation()
  const page = useRoutes([...routes, otherwise])
  return (
    <ErrorBoundary key={`${pathname} ${timeZone}`} fallback={PageError}>
      <Suspense fallback={<Waiting />}>{page}</Suspense>
    </ErrorBoundary>
  )
}
