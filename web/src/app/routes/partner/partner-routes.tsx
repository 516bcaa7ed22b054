import type { RouteObject } from 'react-router'
import { lazyPage } from '../../lazy-page.tsx'

export const partnerDashboard = lazyPage(
  () => import('./dashboard.tsx'),
  (page) => page.PartnerDashboardPage,
)

/** The pages of a partner; each file is one page. */
export const partnerRoutes: RouteObject[] = [
  { index: true, element: partnerDashboard },
  { path: 'dashboard', element: partnerDashboard },
  {
    path: 'wallet',
    element: lazyPage(
      () => import('./wallet.tsx'),
      (page) => page.PartnerWalletPage,
    ),
  },
  {
    path: 'transactions',
    element: lazyPage(
      () => import('./transactions.tsx'),
      (page) => page.PartnerTransactionsPage,
    ),
  },
  {
    path: 'withdraw',
    element: lazyPage(
      () => import('./withdraw.tsx'),
      (page) => page.WithdrawPage,
    ),
  },
  {
    path: 'settings',
    element: lazyPage(
      () => import('./settings.tsx'),
      (page) => page.PartnerSettingsPage,
    ),
  },
]
