import type { Portal } from '@bitquay/contract/people'
import { PasswordCard } from './password-card.tsx'
import { PracticesCard } from './practices-card.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** What every portal has for one's own account. */
export const SecurityCards = ({ portal, email }: { portal: Portal; email: string }) => (
  <>
    <TwoFactorCard portal={portal} />
    <div className="c12 stack halves gap-5 at-top">
      <div className="stack columns-1 gap-5">
        <PasswordCard portal={portal} email={email} />
        <PracticesCard portal={portal} />
      </div>
      <div className="stack columns-1 gap-5">
        <RecoveryCodesCard portal={portal} />
        <SessionsCard />
      </div>
    </div>
  </>
)
