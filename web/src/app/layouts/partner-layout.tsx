import { ArrowLeftRight, LayoutDashboard, Settings, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { OwnBell } from '../../features/notifications/index.ts'
import * as t from '../messages.ts'
import { createNavGroups } from './nav-groups.tsx'
import { PortalLayout } from './portal-layout.tsx'

export const PartnerLayout = ({ children }: { children: ReactNode }) => (
  <PortalLayout plate={t.partner} groups={groups} bell={<OwnBell />}>
    {children}
  </PortalLayout>
)

const groups = createNavGroups('partner', {
  dashboard: LayoutDashboard,
  wallet: Wallet,
  transactions: ArrowLeftRight,
  settings: Settings,
})
