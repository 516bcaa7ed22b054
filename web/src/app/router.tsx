import { createBrowserRouter } from 'react-router'
import { Failure, WholeFailure } from './failure.tsx'
import { lazyPage } from './lazy-page.tsx'
import { NotFound } from './not-found.tsx'
import { HomeOf, OnlyFor, PortalGate } from './portal-gate.tsx'
import { publicRoutes } from './public-routes.tsx'
import { Root } from './root.tsx'
import { adminDashboard, adminRoutes } from './routes/admin/admin-routes.tsx'
import { merchantDashboard, merchantRoutes } from './routes/merchant/merchant-routes.tsx'
import { partnerDashboard, partnerRoutes } from './routes/partner/partner-routes.tsx'

const dashboards = { admin: adminDashboard, merchant: merchantDashboard, partner: partnerDashboard }

export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <WholeFailure />,
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
          {
            errorElement: <Failure />,
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
    ],
  },
])
