import { lazy } from 'react'
import { type RouteObject, useRoutes } from 'react-router'
import { paths, screens } from '../frame/screens.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { AppError } from './page-error.tsx'
import { PortalGate } from './portal-gate.tsx'
import { publicPages } from './public-pages.ts'
import { Root } from './root.tsx'
import { createRoutes } from './screen-routes.tsx'

/** What is at each path, below a router that knows the path. */
export const Pages = () => (
  <ErrorBoundary fallback={AppError}>
    <Routes />
  </ErrorBoundary>
)

const Routes = () => useRoutes(routes)

const Docs = lazy(() => import('./docs-routes.tsx'))

const openToAll = [
  ...createRoutes(screens.public, publicPages),
  ...createRoutes(screens.sandbox, publicPages),
  { path: `${paths.docs}/*`, element: <Docs /> },
]

// The gate decides at `/`: the landing page or a dashboard.
const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [...openToAll.filter(({ path }) => path !== '/'), { path: '*', element: <PortalGate /> }],
  },
]
