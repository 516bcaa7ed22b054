import type { RouteObject } from 'react-router'
import { lazyPage } from './lazy-page.tsx'

/** Pages that are the same for everyone, signed in or not. */
export const publicRoutes: RouteObject[] = [
  {
    path: 'about',
    element: lazyPage(
      () => import('./routes/site/about.tsx'),
      (page) => page.AboutPage,
    ),
  },
  {
    path: 'contact',
    element: lazyPage(
      () => import('./routes/site/contact.tsx'),
      (page) => page.ContactPage,
    ),
  },
  {
    path: 'terms',
    element: lazyPage(
      () => import('./routes/site/terms.tsx'),
      (page) => page.TermsPage,
    ),
  },
  {
    path: 'privacy',
    element: lazyPage(
      () => import('./routes/site/privacy.tsx'),
      (page) => page.PrivacyPage,
    ),
  },
  {
    path: 'get-started',
    element: lazyPage(
      () => import('./routes/site/get-started.tsx'),
      (page) => page.GetStartedPage,
    ),
  },
  {
    path: 'status',
    element: lazyPage(
      () => import('./routes/status/status.tsx'),
      (page) => page.StatusPage,
    ),
  },
  {
    path: 'docs/*',
    element: lazyPage(
      () => import('./routes/docs/docs.tsx'),
      (page) => page.DocsPage,
    ),
  },
  {
    path: 'btcpay/api-keys/authorize',
    element: lazyPage(
      () => import('./routes/auth/authorize-plugin.tsx'),
      (page) => page.AuthorizePluginPage,
    ),
  },
  {
    path: 'sandbox',
    element: lazyPage(
      () => import('./routes/sandbox/sandbox.tsx'),
      (page) => page.SandboxPage,
    ),
  },
  {
    path: 'r/:token',
    element: lazyPage(
      () => import('./routes/refund/refund.tsx'),
      (page) => page.RefundPage,
    ),
  },
]
