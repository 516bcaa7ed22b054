import { portalScreens } from '../frame/portal-screens.ts'
import { MerchantLayout } from './layouts/merchant-layout.tsx'
import { PortalPages } from './portal-pages.tsx'
import { createRoutes, type PageModule } from './screen-routes.tsx'

const pages = import.meta.glob<PageModule>([
  '../features/*/pages/merchant*.tsx',
  '../features/accounts/pages/security.tsx',
])

const routes = createRoutes(portalScreens.merchant, pages)

export const MerchantPortal = () => (
  <MerchantLayout>
    <PortalPages routes={routes} />
  </MerchantLayout>
)
