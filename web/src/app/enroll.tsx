import type { User } from '@bitquay/contract/people'
import { useNavigate } from 'react-router'
import { TwoFactorCard } from '../features/accounts/index.ts'
import { Page } from '../frame/page.tsx'
import { PlainFrame } from '../frame/plain-frame.tsx'
import { paths } from '../frame/screens.ts'
import { useSignOut } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'

/** The last step of an invitation: a second factor, before anything else. */
export const EnrollPage = ({ user, onDone }: { user: User; onDone: () => void }) => {
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <PlainFrame>
      <Page
        title="Set up two-factor authentication"
        sentence="Your account can move money, so it needs a code from an app on your phone. This is the last step."
        actions={
          <>
            <Button onClick={() => void signOut(() => void navigate(paths.home, { replace: true }))}>Sign out</Button>
            <Button variant="signal" disabled={user.mustEnroll === true} onClick={onDone}>
              Continue
            </Button>
          </>
        }
      >
        <TwoFactorCard portal={user.type} />
      </Page>
    </PlainFrame>
  )
}
