import { portalScreens } from '../frame/portal-screens.ts'
import { PartnerLayout } from './layouts/partner-layout.tsx'
import { PortalPages } from './portal-pages.tsx'
import { createRoutes, type PageModule } from './screen-routes.tsx'

const pages = import.meta.glob<PageModule>([
  '../features/partners/pages/partner*.tsx',
  '../features/accounts/pages/security.tsx',
])

const routes = createRoutes(portalScreens.partner, pages)

export const PartnerPortal = () => (
  <PartnerLayout>
    <PortalPages routes={routes} />
  </PartnerLayout>
)
