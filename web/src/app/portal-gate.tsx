import { lazy } from 'react'
import { useSession } from '../lib/session.ts'
import { Waiting } from './root.tsx'

const LandingPage = lazy(async () => ({ default: (await import('./routes/site/landing.tsx')).LandingPage }))

/** A portal is fetched whole, frame and list of pages, by those who are signed in to it. */
const portals = {
  merchant: lazy(async () => ({ default: (await import('./portals/merchant-portal.tsx')).MerchantPortal })),
  partner: lazy(async () => ({ default: (await import('./portals/partner-portal.tsx')).PartnerPortal })),
  admin: lazy(async () => ({ default: (await import('./portals/admin-portal.tsx')).AdminPortal })),
}

/** Signed out, every path that is not public shows the landing page. Signed in, one's own portal decides. */
export const PortalGate = () => {
  const user = useSession()
  if (user === undefined) return <Waiting />
  if (user === null) return <LandingPage />
  const Portal = portals[user.type]
  return <Portal key={`${user.type} ${user.id}`} />
}
