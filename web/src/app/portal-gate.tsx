import { lazy, useState } from 'react'
import { Waiting } from '../frame/waiting.tsx'
import { useSession } from '../lib/session.ts'

const LandingPage = lazy(async () => ({ default: (await import('../features/site/pages/landing.tsx')).LandingPage }))

const EnrollPage = lazy(async () => ({ default: (await import('./enroll.tsx')).EnrollPage }))

/** A portal is fetched whole, frame and list of pages, by those who are signed in to it. */
const portals = {
  merchant: lazy(async () => ({ default: (await import('./portals/merchant-portal.tsx')).MerchantPortal })),
  partner: lazy(async () => ({ default: (await import('./portals/partner-portal.tsx')).PartnerPortal })),
  admin: lazy(async () => ({ default: (await import('./portals/admin-portal.tsx')).AdminPortal })),
}

/** Signed out, every path that is not public shows the landing page. Signed in, one's own portal decides. */
export const PortalGate = () => {
  const user = useSession()
  // It stays after the second factor is on, until the recovery codes were read.
  const [enrolling, setEnrolling] = useState(false)
  if (user?.mustEnroll && !enrolling) setEnrolling(true)
  if (user === undefined) return <Waiting />
  if (user === null) return <LandingPage />
  if (enrolling) return <EnrollPage user={user} onDone={() => setEnrolling(false)} />
  const Portal = portals[user.type]
  return <Portal key={`${user.type} ${user.id}`} />
}
