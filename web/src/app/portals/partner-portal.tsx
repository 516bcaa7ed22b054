import type { RouteObject } from 'react-router'
import { NotFound } from '../../frame/not-found.tsx'
import { PartnerLayout } from '../layouts/partner-layout.tsx'
import { partnerDashboard, partnerRoutes } from '../partner-routes.tsx'
import { PortalPages } from './portal-pages.tsx'

export const PartnerPortal = () => (
  <PartnerLayout>
    <PortalPages routes={routes} />
  </PartnerLayout>
)

/** `/` is the dashboard. What another portal has, and what nobody has, is not found here. */
const routes: RouteObject[] = [
  { index: true, element: partnerDashboard },
  { path: 'partner', children: partnerRoutes },
  { path: '*', element: <NotFound /> },
]
