import type { Portal } from '@bitquay/contract/people'
import { PasswordCard } from './password-card.tsx'
import { PracticesCard } from './practices-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** What every portal has for one's own account. */
export const SecurityCards = ({ portal, email }: { portal: Portal; email: string }) => (
  <>
    <PasswordCard portal={portal} email={email} />
    <TwoFactorCard portal={portal} />
    <SessionsCard />
    <PracticesCard />
  </>
)
