import { lazy, useState } from 'react'
import { screens } from '../frame/screens.ts'
import { Waiting } from '../frame/waiting.tsx'
import { UserProvider, useSession } from '../lib/session.ts'
import { publicPages } from './public-pages.ts'
import { lazyPage } from './screen-routes.tsx'

const LandingPage = lazyPage(publicPages, screens.public.home)

const EnrollPage = lazy(async () => ({ default: (await import('./enroll.tsx')).EnrollPage }))

/** A portal is fetched as a whole, frame and list of pages, by people who are signed in to it. */
const portals = {
  merchant: lazy(async () => ({ default: (await import('./merchant-portal.tsx')).MerchantPortal })),
  partner: lazy(async () => ({ default: (await import('./partner-portal.tsx')).PartnerPortal })),
  admin: lazy(async () => ({ default: (await import('./admin-portal.tsx')).AdminPortal })),
}

/** Signed out, every path that is not public shows the landing page. Signed in, the person's own portal decides. */
export const PortalGate = () => {
  const user = useSession()
  // It stays after the second factor is on, until the recovery codes were read.
  const [enrolling, setEnrolling] = useState(false)
  if (user?.mustEnroll && !enrolling) setEnrolling(true)
  if (user === undefined) return <Waiting />
  if (user === null) return <LandingPage />
  const Portal = portals[user.type]
  return (
    <UserProvider value={user}>
      {enrolling ? (
        <EnrollPage user={user} onDone={() => setEnrolling(false)} />
      ) : (
        <Portal key={`${user.type} ${user.id}`} />
      )}
    </UserProvider>
  )
}
