import type { RouteObject } from 'react-router'
import { lazyPage } from '../../lazy-page.tsx'

export const merchantDashboard = lazyPage(
  () => import('./dashboard.tsx'),
  (page) => page.MerchantDashboardPage,
)

/** The pages of a merchant; each file is one page. */
export const merchantRoutes: RouteObject[] = [
  { index: true, element: merchantDashboard },
  { path: 'dashboard', element: merchantDashboard },
  {
    path: 'wallet',
    element: lazyPage(
      () => import('./wallet.tsx'),
      (page) => page.MerchantWalletPage,
    ),
  },
  {
    path: 'invoices',
    element: lazyPage(
      () => import('./invoices.tsx'),
      (page) => page.InvoicesPage,
    ),
  },
  {
    path: 'invoices/:invoiceId',
    element: lazyPage(
      () => import('./invoice.tsx'),
      (page) => page.InvoicePage,
    ),
  },
  {
    path: 'payment-links',
    element: lazyPage(
      () => import('./payment-links.tsx'),
      (page) => page.PaymentLinksPage,
    ),
  },
  {
    path: 'transactions',
    element: lazyPage(
      () => import('./transactions.tsx'),
      (page) => page.MerchantTransactionsPage,
    ),
  },
  {
    path: 'send',
    element: lazyPage(
      () => import('./send.tsx'),
      (page) => page.SendPage,
    ),
  },
  {
    path: 'settings',
    element: lazyPage(
      () => import('./settings.tsx'),
      (page) => page.MerchantSettingsPage,
    ),
  },
  {
    path: 'security',
    element: lazyPage(
      () => import('./security.tsx'),
      (page) => page.MerchantSecurityPage,
    ),
  },
]
