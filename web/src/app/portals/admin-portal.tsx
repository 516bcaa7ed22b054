import type { RouteObject } from 'react-router'
import { NotFound } from '../../frame/not-found.tsx'
import { adminDashboard, adminRoutes } from '../admin-routes.tsx'
import { AdminLayout } from '../layouts/admin-layout.tsx'
import { PortalPages } from './portal-pages.tsx'

export const AdminPortal = () => (
  <AdminLayout>
    <PortalPages routes={routes} />
  </AdminLayout>
)

/** `/` is the dashboard. What another portal has, and what nobody has, is not found here. */
const routes: RouteObject[] = [
  { index: true, element: adminDashboard },
  { path: 'admin', children: adminRoutes },
  { path: '*', element: <NotFound /> },
]
