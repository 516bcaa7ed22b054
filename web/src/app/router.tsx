import { type RouteObject, useRoutes } from 'react-router'
import { Catch } from './catch.tsx'
import { WholeFailure } from './failure.tsx'
import { lazyPage } from './lazy-page.tsx'
import { PortalGate } from './portal-gate.tsx'
import { publicRoutes } from './public-routes.tsx'
import { Root } from './root.tsx'

/** What stands at each path, below a router that knows the path. */
export const Pages = () => (
  <Catch fallback={WholeFailure}>
    <Routes />
  </Catch>
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
          () => import('../features/accounts/pages/login.tsx'),
          (page) => page.LoginPage,
        ),
      },
      {
        path: 'reset-password',
        element: lazyPage(
          () => import('../features/accounts/pages/reset-password.tsx'),
          (page) => page.ResetPasswordPage,
        ),
      },
      { path: '*', element: <PortalGate /> },
    ],
  },
]
