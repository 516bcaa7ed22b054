import { ArrowLeftRight, ReceiptText, Send } from 'lucide-react'
import { BalanceHero } from '../../../features/balances/balance-hero.tsx'
import { useUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Page } from '../../page.tsx'

export const MerchantWalletPage = () => {
  const { role } = useUser()
  return (
    <Page title="Wallet" sentence="What is in your wallet right now.">
      <BalanceHero />
      <Card title="Payments" span={5}>
        <div className="grid gap-2.5">
          <ButtonLink to="/merchant/invoices" icon={<ReceiptText className="ico" aria-hidden="true" />}>
            Invoices
          </ButtonLink>
          {role !== 'user' && (
            <ButtonLink to="/merchant/send" icon={<Send className="ico" aria-hidden="true" />}>
              Send Payment
            </ButtonLink>
          )}
          <ButtonLink to="/merchant/transactions" icon={<ArrowLeftRight className="ico" aria-hidden="true" />}>
            Transactions
          </ButtonLink>
        </div>
      </Card>
    </Page>
  )
}
