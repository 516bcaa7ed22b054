import type { Portal } from '@bitquay/contract/people'
import { lazy, type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../lib/session.ts'
import { Catch } from './catch.tsx'
import { Failure } from './failure.tsx'
import { useLiveChanges } from './live-changes.ts'
import { NotFound } from './not-found.tsx'
import { Waiting } from './root.tsx'

const LandingPage = lazy(async () => ({ default: (await import('./routes/site/landing.tsx')).LandingPage }))

const layouts = {
  merchant: lazy(async () => ({ default: (await import('./layouts/merchant-layout.tsx')).MerchantLayout })),
  partner: lazy(async () => ({ default: (await import('./layouts/partner-layout.tsx')).PartnerLayout })),
  admin: lazy(async () => ({ default: (await import('./layouts/admin-layout.tsx')).AdminLayout })),
}

/** Signed out, every path that is not public shows the landing page. Signed in, one's own portal is around the page. */
export const PortalGate = () => {
  const user = useSession()
  const { pathname } = useLocation()
  if (user === undefined) return <Waiting />
  if (user === null) return <LandingPage />
  const Layout = layouts[user.type]
  return (
    <LiveChanges key={`${user.type} ${user.id}`}>
      <Layout>
        <Catch key={pathname} fallback={Failure}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </Catch>
      </Layout>
    </LiveChanges>
  )
}

/** What another portal has is not found here. */
export const OnlyFor = ({ portal }: { portal: Portal }) => (useSession()?.type === portal ? <Outlet /> : <NotFound />)

/** Sends of money are not for a merchant's users with the role user. */
export const OnlyForManagers = () => (useSession()?.role === 'user' ? <NotFound /> : <Outlet />)

/** `/` is the dashboard of whoever is signed in. */
export const HomeOf = ({ pages }: { pages: Record<Portal, ReactNode> }) => {
  const user = useSession()
  return user ? pages[user.type] : null
}

const LiveChanges = ({ children }: { children: ReactNode }) => {
  useLiveChanges()
  return children
}
