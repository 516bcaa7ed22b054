import { BrowserRouter, type RouteObject, useRoutes } from 'react-router'
import { Catch } from './catch.tsx'
import { WholeFailure } from './failure.tsx'
import { lazyPage } from './lazy-page.tsx'
import { NotFound } from './not-found.tsx'
import { HomeOf, OnlyFor, PortalGate } from './portal-gate.tsx'
import { publicRoutes } from './public-routes.tsx'
import { Root } from './root.tsx'
import { adminDashboard, adminRoutes } from './routes/admin/admin-routes.tsx'
import { merchantDashboard, merchantRoutes } from './routes/merchant/merchant-routes.tsx'
import { partnerDashboard, partnerRoutes } from './routes/partner/partner-routes.tsx'

const dashboards = { admin: adminDashboard, merchant: merchantDashboard, partner: partnerDashboard }

/**
 * The declarative router: no page loads data through the router, and the data router would be 17 KB more before the first
 * screen can be shown.
 */
export const Router = () => (
  <BrowserRouter>
    <Catch fallback={WholeFailure}>
      <Routes />
    </Catch>
  </BrowserRouter>
)

const Routes = () => useRoutes(routes)

const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      ...publicRoutes,
      {
        path: 'login',
        element: lazyPage(
          () => import('./routes/auth/login.tsx'),
          (page) => page.LoginPage,
        ),
      },
      {
        path: 'reset-password',
        element: lazyPage(
          () => import('./routes/auth/reset-password.tsx'),
          (page) => page.ResetPasswordPage,
        ),
      },
      {
        element: <PortalGate />,
        children: [
          { index: true, element: <HomeOf pages={dashboards} /> },
          { path: 'admin', element: <OnlyFor portal="admin" />, children: adminRoutes },
          { path: 'merchant', element: <OnlyFor portal="merchant" />, children: merchantRoutes },
          { path: 'partner', element: <OnlyFor portal="partner" />, children: partnerRoutes },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]
