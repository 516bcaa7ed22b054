import { ArrowLeftRight, ChartColumn, type LucideIcon, Plus, ReceiptText, Send, Settings } from 'lucide-react'
import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { useUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { BalanceHero, LightningCard } from '../../balances/index.ts'
import { PriceNote } from '../../prices/index.ts'
import { StatusCard } from '../../status/index.ts'
import { RecentActivity, ThreeCounts, useCounts, WeekCard } from '../../transactions/index.ts'
import { GetSetUp } from '../get-set-up.tsx'
import { greeting } from '../greeting.ts'
import '../quick-actions.css'

const MerchantDashboardPage = () => {
  const { storeName, name, role } = useUser()
  const { data: counts } = useCounts()
  return (
    <Page
      title={`${greeting()}, ${storeName ?? name}`}
      sentence={counts && sentenceFor(counts)}
      actions={
        <>
          <ButtonLink to={portalPaths.merchant.transactions} icon={<ChartColumn className="ico" aria-hidden="true" />}>
            Analytics
          </ButtonLink>
          <ButtonLink
            variant="signal"
            to={portalPaths.merchant.invoices}
            icon={<Plus className="ico" aria-hidden="true" />}
          >
            Create Invoice
          </ButtonLink>
        </>
      }
    >
      {counts?.total === 0 && <GetSetUp />}
      <BalanceHero note={<PriceNote />} />
      <LightningCard />
      <ThreeCounts />
      <WeekCard />
      <StatusCard span={4} />
      <nav className="card c12 quick" aria-label="Quick actions">
        <Quick to={portalPaths.merchant.invoices} icon={ReceiptText} name="Create Invoice" />
        {role !== 'user' && <Quick to={portalPaths.merchant.send} icon={Send} name="Send Payment" />}
        <Quick to={portalPaths.merchant.transactions} icon={ArrowLeftRight} name="View Transactions" />
        <Quick to={portalPaths.merchant.settings} icon={Settings} name="Settings" />
      </nav>
      <RecentActivity
        note={
          <Link className="link small" to={portalPaths.merchant.transactions}>
            View Transactions
          </Link>
        }
        act={
          <ButtonLink to={portalPaths.merchant.invoices} icon={<Plus className="ico" aria-hidden="true" />}>
            Create Invoice
          </ButtonLink>
        }
      />
    </Page>
  )
}

const sentenceFor = ({ total, confirmed, pending }: Record<'total' | 'confirmed' | 'pending', number>) => {
  if (total === 0) return 'No payment has come in yet.'
  // What failed is neither.
  if (pending === 0) return confirmed < total ? 'No payment is on its way.' : 'Every payment is confirmed.'
  return pending === 1 ? 'One payment is still on its way.' : `${pending} payments are still on their way.`
}

const Quick = ({ to, icon: Icon, name }: { to: string; icon: LucideIcon; name: string }) => (
  <Link to={to}>
    <Icon className="ico" aria-hidden="true" />
    {name}
  </Link>
)

export default MerchantDashboardPage
