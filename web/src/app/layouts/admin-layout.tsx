import {
  ArrowLeftRight,
  ClipboardCheck,
  Handshake,
  LayoutDashboard,
  Mail,
  Palette,
  Percent,
  ScrollText,
  Server,
  ShieldCheck,
  Store,
  TicketPercent,
  TrendingUp,
  Users,
  Zap,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { AdminBell, useNotifications } from '../../features/notifications/index.ts'
import * as t from '../messages.ts'
import { createNavGroups } from './nav-groups.tsx'
import { PortalLayout } from './portal-layout.tsx'

export const AdminLayout = ({ children }: { children: ReactNode }) => {
  const pending = useNotifications().data?.filter(({ kind }) => kind === 'application').length ?? 0
  return (
    <PortalLayout
      plate={t.admin}
      groups={createNavGroups('admin', icons, { applications: pending })}
      bar={<AdminBell />}
    >
      {children}
    </PortalLayout>
  )
}

const icons = {
  dashboard: LayoutDashboard,
  merchants: Store,
  users: Users,
  applications: ClipboardCheck,
  partners: Handshake,
  promoCodes: TicketPercent,
  loopOut: Zap,
  transactions: ArrowLeftRight,
  revenue: TrendingUp,
  fees: Percent,
  brand: Palette,
  emails: Mail,
  auditLog: ScrollText,
  system: Server,
  security: ShieldCheck,
}
