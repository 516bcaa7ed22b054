import { SecurityCards } from '../../../features/security/security-cards.tsx'
import { useUser } from '../../../lib/session.ts'
import { Page } from '../../page.tsx'

export const MerchantSecurityPage = () => {
  const { email } = useUser()
  return (
    <Page title="Security Settings" sentence="Your password, your second factor, and where you are signed in.">
      <SecurityCards portal="merchant" email={email} />
    </Page>
  )
}
