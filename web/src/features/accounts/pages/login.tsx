import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { usePageTitle } from '../../../frame/page-title.ts'
import { paths } from '../../../frame/screens.ts'
import { useSession } from '../../../lib/session.ts'
import type { homeOf } from '../home-of.ts'
import * as t from '../messages.ts'
import { SignInSteps } from '../sign-in-steps.tsx'

const LoginPage = () => {
  usePageTitle(t.signIn)
  const user = useSession()
  const navigate = useNavigate()
  const [signedIn, setSignedIn] = useState(false)

  // Someone who is already signed in goes home; someone who signs in here goes to their portal.
  if (user && !signedIn) return <Navigate to={paths.home} replace />

  // The table of the portals' screens is fetched only now: signing in doesn't need it.
  const goHome = async (type: keyof typeof homeOf, reviews: boolean) => {
    const { homeOf: homes, reviewOfRestore } = await import('../home-of.ts')
    await navigate(reviews ? reviewOfRestore : homes[type], { replace: true })
  }

  return (
    <SignInSteps
      purpose={t.signInPurpose}
      onSignIn={() => setSignedIn(true)}
      onSignedIn={(type, reviews) => void goHome(type, reviews)}
    />
  )
}

export default LoginPage
