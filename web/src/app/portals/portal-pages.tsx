import { Suspense } from 'react'
import { type RouteObject, useLocation, useRoutes } from 'react-router'
import { Waiting } from '../../frame/waiting.tsx'
import { Catch } from '../catch.tsx'
import { Failure } from '../failure.tsx'
import { useLiveChanges } from '../live-changes.ts'

/** The page at the current path. One that fails, fails alone: the frame around it stays, and the next path begins anew. */
export const PortalPages = ({ routes }: { routes: RouteObject[] }) => {
  useLiveChanges()
  const { pathname } = useLocation()
  const page = useRoutes(routes)
  return (
    <Catch key={pathname} fallback={Failure}>
      <Suspense fallback={<Waiting />}>{page}</Suspense>
    </Catch>
  )
}
