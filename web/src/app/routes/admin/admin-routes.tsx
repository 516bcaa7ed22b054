import type { RouteObject } from 'react-router'
import { lazyPage } from '../../lazy-page.tsx'

export const adminDashboard = lazyPage(
  () => import('./dashboard.tsx'),
  (page) => page.AdminDashboardPage,
)

/** The pages of an admin; each file is one page. */
export const adminRoutes: RouteObject[] = [
  { index: true, element: adminDashboard },
  { path: 'dashboard', element: adminDashboard },
  {
    path: 'merchants',
    element: lazyPage(
      () => import('./merchants.tsx'),
      (page) => page.MerchantsPage,
    ),
  },
  {
    path: 'merchants/:merchantId',
    element: lazyPage(
      () => import('./merchant.tsx'),
      (page) => page.MerchantPage,
    ),
  },
  {
    path: 'merchant-users',
    element: lazyPage(
      () => import('./merchant-users.tsx'),
      (page) => page.MerchantUsersPage,
    ),
  },
  {
    path: 'applications',
    element: lazyPage(
      () => import('./applications.tsx'),
      (page) => page.ApplicationsPage,
    ),
  },
  {
    path: 'transactions',
    element: lazyPage(
      () => import('./transactions.tsx'),
      (page) => page.AdminTransactionsPage,
    ),
  },
  {
    path: 'partners',
    element: lazyPage(
      () => import('./partners.tsx'),
      (page) => page.PartnersPage,
    ),
  },
  {
    path: 'partners/:partnerId',
    element: lazyPage(
      () => import('./partner.tsx'),
      (page) => page.PartnerPage,
    ),
  },
  {
    path: 'promo-codes',
    element: lazyPage(
      () => import('./promo-codes.tsx'),
      (page) => page.PromoCodesPage,
    ),
  },
  {
    path: 'lightning-loop-out',
    element: lazyPage(
      () => import('./lightning-loop-out.tsx'),
      (page) => page.LoopOutPage,
    ),
  },
  {
    path: 'revenue',
    element: lazyPage(
      () => import('./revenue.tsx'),
      (page) => page.RevenuePage,
    ),
  },
  {
    path: 'fees',
    element: lazyPage(
      () => import('./fees.tsx'),
      (page) => page.FeesPage,
    ),
  },
  {
    path: 'act-log',
    element: lazyPage(
      () => import('./act-log.tsx'),
      (page) => page.ActLogPage,
    ),
  },
  {
    path: 'system',
    element: lazyPage(
      () => import('./system.tsx'),
      (page) => page.SystemPage,
    ),
  },
  {
    path: 'security',
    element: lazyPage(
      () => import('./security.tsx'),
      (page) => page.AdminSecurityPage,
    ),
  },
]
