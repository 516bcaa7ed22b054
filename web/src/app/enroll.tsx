import type { User } from '@bitquay/contract/people'
import { useNavigate } from 'react-router'
import { TwoFactorCard } from '../features/accounts/index.ts'
import { Page } from '../frame/page.tsx'
import { PlainFrame } from '../frame/plain-frame.tsx'
import { paths } from '../frame/screens.ts'
import { useSignOut } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import * as t from './messages.ts'

/** The last step of an invitation: a second factor, before anything else. */
export const EnrollPage = ({ user, onDone }: { user: User; onDone: () => void }) => {
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <PlainFrame>
      <Page
        title={t.enrollTitle}
        sentence={t.enrollPurpose}
        actions={
          <>
            <Button onClick={() => void signOut(() => void navigate(paths.home, { replace: true }))}>
              {t.signOut}
            </Button>
            <Button variant="signal" disabled={user.mustEnroll === true} onClick={onDone}>
              {t.continueButton}
            </Button>
          </>
        }
      >
        <TwoFactorCard portal={user.type} />
      </Page>
    </PlainFrame>
  )
}
