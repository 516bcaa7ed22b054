import { portalScreens } from '../frame/portal-screens.ts'
import { AdminLayout } from './layouts/admin-layout.tsx'
import { PortalPages } from './portal-pages.tsx'
import { createRoutes, type PageModule } from './screen-routes.tsx'

const pages = import.meta.glob<PageModule>([
  '../features/*/pages/admin*.tsx',
  '../features/accounts/pages/security.tsx',
])

const routes = createRoutes(portalScreens.admin, pages)

export const AdminPortal = () => (
  <AdminLayout>
    <PortalPages routes={routes} />
  </AdminLayout>
)
