import type { RouteObject } from 'react-router'
import { lazyPage } from './lazy-page.tsx'

/** Pages that are the same for everyone, signed in or not. */
export const publicRoutes: RouteObject[] = [
  {
    path: 'about',
    element: lazyPage(
      () => import('../features/site/pages/about.tsx'),
      (page) => page.AboutPage,
    ),
  },
  {
    path: 'contact',
    element: lazyPage(
      () => import('../features/site/pages/contact.tsx'),
      (page) => page.ContactPage,
    ),
  },
  {
    path: 'terms',
    element: lazyPage(
      () => import('../features/site/pages/terms.tsx'),
      (page) => page.TermsPage,
    ),
  },
  {
    path: 'privacy',
    element: lazyPage(
      () => import('../features/site/pages/privacy.tsx'),
      (page) => page.PrivacyPage,
    ),
  },
  {
    path: 'get-started',
    element: lazyPage(
      () => import('../features/applications/pages/public.tsx'),
      (page) => page.GetStartedPage,
    ),
  },
  {
    path: 'status',
    element: lazyPage(
      () => import('../features/status/pages/public.tsx'),
      (page) => page.StatusPage,
    ),
  },
  {
    path: 'docs/*',
    element: lazyPage(
      () => import('../features/docs/pages/public.tsx'),
      (page) => page.DocsPage,
    ),
  },
  {
    path: 'btcpay/api-keys/authorize',
    element: lazyPage(
      () => import('../features/api-keys/pages/authorize-plugin.tsx'),
      (page) => page.AuthorizePluginPage,
    ),
  },
  {
    path: 'sandbox',
    element: lazyPage(
      () => import('../features/sandbox/pages/sandbox.tsx'),
      (page) => page.SandboxPage,
    ),
  },
  {
    path: 'r/:token',
    element: lazyPage(
      () => import('../features/refunds/pages/customer.tsx'),
      (page) => page.RefundPage,
    ),
  },
]
