import {
  ArrowLeftRight,
  ChartColumn,
  LayoutDashboard,
  Link2,
  ReceiptText,
  Send,
  Settings,
  ShieldCheck,
  Store,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { BalanceCard, BalanceInBar } from '../../features/balances/index.ts'
import { useAttentionCount } from '../../features/dashboard/index.ts'
import { OwnBell } from '../../features/notifications/index.ts'
import { portalPaths } from '../../frame/portal-screens.ts'
import { useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import * as t from '../messages.ts'
import { createNavGroups } from './nav-groups.tsx'
import { PortalLayout } from './portal-layout.tsx'

export const MerchantLayout = ({ children }: { children: ReactNode }) => {
  const maySend = useUser().role !== 'user'
  return (
    <PortalLayout
      plate={t.merchant}
      groups={createNavGroups('merchant', icons, { invoices: useAttentionCount() })}
      head={<Balance maySend={maySend} />}
      bar={<BalanceInBar />}
      bell={<OwnBell />}
    >
      {children}
    </PortalLayout>
  )
}

const Balance = ({ maySend }: { maySend: boolean }) => (
  <BalanceCard>
    <ButtonLink
      variant="deep"
      size="sm"
      to={`${portalPaths.merchant.invoices}?create`}
      icon={<ReceiptText className="ico" aria-hidden="true" />}
    >
      {t.invoice}
    </ButtonLink>
    {maySend && (
      <ButtonLink
        variant="deep"
        size="sm"
        to={portalPaths.merchant.send}
        icon={<Send className="ico" aria-hidden="true" />}
      >
        {t.send}
      </ButtonLink>
    )}
  </BalanceCard>
)

const icons = {
  dashboard: LayoutDashboard,
  reports: ChartColumn,
  wallet: Wallet,
  invoices: ReceiptText,
  paymentLinks: Link2,
  tills: Store,
  transactions: ArrowLeftRight,
  send: Send,
  settings: Settings,
  security: ShieldCheck,
}
