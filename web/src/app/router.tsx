import { BrowserRouter, type RouteObject, useRoutes } from 'react-router'
import { Catch } from './catch.tsx'
import { WholeFailure } from './failure.tsx'
import { lazyPage } from './lazy-page.tsx'
import { PortalGate } from './portal-gate.tsx'
import { publicRoutes } from './public-routes.tsx'
import { Root } from './root.tsx'

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
      { path: '*', element: <PortalGate /> },
    ],
  },
]
