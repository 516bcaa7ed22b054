import type { RouteObject } from 'react-router'
import { lazyPage } from './lazy-page.tsx'

export const partnerDashboard = lazyPage(
  () => import('../features/partners/pages/partner.tsx'),
  (page) => page.PartnerDashboardPage,
)

/** The pages of a partner; each file is one page. */
export const partnerRoutes: RouteObject[] = [
  { index: true, element: partnerDashboard },
  { path: 'dashboard', element: partnerDashboard },
  {
    path: 'wallet',
    element: lazyPage(
      () => import('../features/partners/pages/partner-wallet.tsx'),
      (page) => page.PartnerWalletPage,
    ),
  },
  {
    path: 'transactions',
    element: lazyPage(
      () => import('../features/partners/pages/partner-transactions.tsx'),
      (page) => page.PartnerTransactionsPage,
    ),
  },
  {
    path: 'withdraw',
    element: lazyPage(
      () => import('../features/partners/pages/partner-withdraw.tsx'),
      (page) => page.WithdrawPage,
    ),
  },
  {
    path: 'settings',
    element: lazyPage(
      () => import('../features/accounts/pages/security.tsx'),
      (page) => page.SecurityPage,
    ),
  },
]
