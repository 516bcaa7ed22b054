import type { RouteObject } from 'react-router'
import { lazyPage } from './lazy-page.tsx'

export const merchantDashboard = lazyPage(
  () => import('../features/dashboard/pages/merchant.tsx'),
  (page) => page.MerchantDashboardPage,
)

/** The pages of a merchant; each file is one page. */
export const merchantRoutes: RouteObject[] = [
  { index: true, element: merchantDashboard },
  { path: 'dashboard', element: merchantDashboard },
  {
    path: 'wallet',
    element: lazyPage(
      () => import('../features/balances/pages/merchant.tsx'),
      (page) => page.MerchantWalletPage,
    ),
  },
  {
    path: 'invoices',
    element: lazyPage(
      () => import('../features/invoices/pages/merchant.tsx'),
      (page) => page.InvoicesPage,
    ),
  },
  {
    path: 'invoices/:invoiceId',
    element: lazyPage(
      () => import('../features/invoices/pages/merchant-details.tsx'),
      (page) => page.InvoicePage,
    ),
  },
  {
    path: 'payment-links',
    element: lazyPage(
      () => import('../features/payment-links/pages/merchant.tsx'),
      (page) => page.PaymentLinksPage,
    ),
  },
  {
    path: 'transactions',
    element: lazyPage(
      () => import('../features/transactions/pages/merchant.tsx'),
      (page) => page.MerchantTransactionsPage,
    ),
  },
  {
    path: 'send',
    element: lazyPage(
      () => import('../features/withdrawals/pages/merchant.tsx'),
      (page) => page.SendPage,
    ),
  },
  {
    path: 'settings',
    element: lazyPage(
      () => import('../features/merchants/pages/merchant.tsx'),
      (page) => page.MerchantSettingsPage,
    ),
  },
  {
    path: 'security',
    element: lazyPage(
      () => import('../features/accounts/pages/security.tsx'),
      (page) => page.SecurityPage,
    ),
  },
]
