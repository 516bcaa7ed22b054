import { ShieldCheck } from 'lucide-react'
import { BalanceHero } from '../../../features/balances/balance-hero.tsx'
import { useUser } from '../../../lib/session.ts'
import { Blank } from '../../../ui/blank.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../page.tsx'

export const SendPage = () => {
  const { twoFactorEnabled } = useUser()
  return (
    <Page title="Process Customer Withdrawal" sentence="Send bitcoin from your wallet to a customer.">
      {twoFactorEnabled ? (
        <BalanceHero />
      ) : (
        <Blank
          scene="berths"
          title="2FA must be set up before you can withdraw."
          sentence="Every withdrawal asks for a code from your authenticator app."
          actions={
            <ButtonLink
              variant="signal"
              to="/merchant/security"
              icon={<ShieldCheck className="ico" aria-hidden="true" />}
            >
              Security
            </ButtonLink>
          }
        />
      )}
    </Page>
  )
}
