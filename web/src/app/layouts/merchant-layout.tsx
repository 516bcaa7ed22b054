import { ArrowLeftRight, LayoutDashboard, Link2, ReceiptText, Send, Settings, ShieldCheck, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { BalanceCard, BalanceInBar } from '../../features/balances/index.ts'
import { useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { NavGroup } from '../../ui/sidebar.tsx'
import { PortalLayout } from './portal-layout.tsx'

export const MerchantLayout = ({ children }: { children: ReactNode }) => {
  const maySend = useUser().role !== 'user'
  return (
    <PortalLayout plate="Merchant" groups={groups} head={<Balance maySend={maySend} />} bar={<BalanceInBar />}>
      {children}
    </PortalLayout>
  )
}

const Balance = ({ maySend }: { maySend: boolean }) => (
  <BalanceCard>
    <ButtonLink
      variant="deep"
      size="sm"
      to="/merchant/invoices"
      icon={<ReceiptText className="ico" aria-hidden="true" />}
    >
      Invoice
    </ButtonLink>
    {maySend && (
      <ButtonLink variant="deep" size="sm" to="/merchant/send" icon={<Send className="ico" aria-hidden="true" />}>
        Send
      </ButtonLink>
    )}
  </BalanceCard>
)

const groups: readonly NavGroup[] = [
  {
    name: 'Overview',
    items: [
      {
        name: 'Dashboard',
        to: '/merchant/dashboard',
        also: ['/', '/merchant'],
        icon: <LayoutDashboard className="ico" />,
      },
    ],
  },
  {
    name: 'Payments',
    items: [
      { name: 'Wallet', to: '/merchant/wallet', icon: <Wallet className="ico" /> },
      { name: 'Invoices', to: '/merchant/invoices', icon: <ReceiptText className="ico" /> },
      { name: 'Payment Links', to: '/merchant/payment-links', icon: <Link2 className="ico" /> },
      { name: 'Transactions', to: '/merchant/transactions', icon: <ArrowLeftRight className="ico" /> },
      { name: 'Send Payment', to: '/merchant/send', icon: <Send className="ico" /> },
    ],
  },
  {
    name: 'Account',
    items: [
      { name: 'Settings', to: '/merchant/settings', icon: <Settings className="ico" /> },
      { name: 'Security', to: '/merchant/security', icon: <ShieldCheck className="ico" /> },
    ],
  },
]
