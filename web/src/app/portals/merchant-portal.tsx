import type { RouteObject } from 'react-router'
import { NotFound } from '../../frame/not-found.tsx'
import { MerchantLayout } from '../layouts/merchant-layout.tsx'
import { merchantDashboard, merchantRoutes } from '../merchant-routes.tsx'
import { PortalPages } from './portal-pages.tsx'

export const MerchantPortal = () => (
  <MerchantLayout>
    <PortalPages routes={routes} />
  </MerchantLayout>
)

/** `/` is the dashboard. What another portal has, and what nobody has, is not found here. */
const routes: RouteObject[] = [
  { index: true, element: merchantDashboard },
  { path: 'merchant', children: merchantRoutes },
  { path: '*', element: <NotFound /> },
]
