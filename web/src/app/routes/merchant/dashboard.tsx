import { ArrowLeftRight, ChartColumn, type LucideIcon, Plus, ReceiptText, Send, Settings } from 'lucide-react'
import { Link } from 'react-router'
import { BalanceHero } from '../../../features/balances/balance-hero.tsx'
import { StatusCard } from '../../../features/status/status-card.tsx'
import { useUser } from '../../../lib/session.ts'
import { Blank } from '../../../ui/blank.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { greeting } from '../../greeting.ts'
import { Page } from '../../page.tsx'
import './quick-actions.css'

export const MerchantDashboardPage = () => {
  const { storeName, name, role } = useUser()
  return (
    <Page
      title={`${greeting()}, ${storeName ?? name}`}
      tab="Dashboard"
      actions={
        <>
          <ButtonLink to="/merchant/transactions" icon={<ChartColumn className="ico" aria-hidden="true" />}>
            Analytics
          </ButtonLink>
          <ButtonLink variant="signal" to="/merchant/invoices" icon={<Plus className="ico" aria-hidden="true" />}>
            Create Invoice
          </ButtonLink>
        </>
      }
    >
      <BalanceHero />
      <StatusCard span={5} />
      <nav className="card c12 quick" aria-label="Quick actions">
        <Quick to="/merchant/invoices" icon={ReceiptText} name="Create Invoice" />
        {role !== 'user' && <Quick to="/merchant/send" icon={Send} name="Send Payment" />}
        <Quick to="/merchant/transactions" icon={ArrowLeftRight} name="View Transactions" />
        <Quick to="/merchant/settings" icon={Settings} name="Settings" />
      </nav>
      <Card title="Recent activity" bare>
        <Blank
          card={false}
          scene="berths"
          title="No transactions yet"
          sentence="Your Bitcoin transactions will appear here"
        />
      </Card>
    </Page>
  )
}

const Quick = ({ to, icon: Icon, name }: { to: string; icon: LucideIcon; name: string }) => (
  <Link to={to}>
    <Icon className="ico" aria-hidden="true" />
    {name}
  </Link>
)
