import type { RouteObject } from 'react-router'
import { lazyPage } from './lazy-page.tsx'

export const adminDashboard = lazyPage(
  () => import('../features/dashboard/pages/admin.tsx'),
  (page) => page.AdminDashboardPage,
)

/** The pages of an admin; each file is one page. */
export const adminRoutes: RouteObject[] = [
  { index: true, element: adminDashboard },
  { path: 'dashboard', element: adminDashboard },
  {
    path: 'merchants',
    element: lazyPage(
      () => import('../features/merchants/pages/admin.tsx'),
      (page) => page.MerchantsPage,
    ),
  },
  {
    path: 'merchants/:merchantId',
    element: lazyPage(
      () => import('../features/merchants/pages/admin-details.tsx'),
      (page) => page.MerchantPage,
    ),
  },
  {
    path: 'merchant-users',
    element: lazyPage(
      () => import('../features/merchants/pages/admin-users.tsx'),
      (page) => page.MerchantUsersPage,
    ),
  },
  {
    path: 'applications',
    element: lazyPage(
      () => import('../features/applications/pages/admin.tsx'),
      (page) => page.ApplicationsPage,
    ),
  },
  {
    path: 'transactions',
    element: lazyPage(
      () => import('../features/transactions/pages/admin.tsx'),
      (page) => page.AdminTransactionsPage,
    ),
  },
  {
    path: 'partners',
    element: lazyPage(
      () => import('../features/partners/pages/admin.tsx'),
      (page) => page.PartnersPage,
    ),
  },
  {
    path: 'partners/:partnerId',
    element: lazyPage(
      () => import('../features/partners/pages/admin-details.tsx'),
      (page) => page.PartnerPage,
    ),
  },
  {
    path: 'promo-codes',
    element: lazyPage(
      () => import('../features/promo-codes/pages/admin.tsx'),
      (page) => page.PromoCodesPage,
    ),
  },
  {
    path: 'lightning-loop-out',
    element: lazyPage(
      () => import('../features/loop-out/pages/admin.tsx'),
      (page) => page.LoopOutPage,
    ),
  },
  {
    path: 'revenue',
    element: lazyPage(
      () => import('../features/revenue/pages/admin.tsx'),
      (page) => page.RevenuePage,
    ),
  },
  {
    path: 'fees',
    element: lazyPage(
      () => import('../features/fees/pages/admin.tsx'),
      (page) => page.FeesPage,
    ),
  },
  {
    path: 'act-log',
    element: lazyPage(
      () => import('../features/audit-log/pages/admin.tsx'),
      (page) => page.ActLogPage,
    ),
  },
  {
    path: 'system',
    element: lazyPage(
      () => import('../features/operations/pages/admin.tsx'),
      (page) => page.SystemPage,
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
