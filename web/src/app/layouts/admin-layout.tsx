import {
  ArrowLeftRight,
  ClipboardCheck,
  Handshake,
  LayoutDashboard,
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
import { Bell, useNotifications } from '../../features/dashboard/index.ts'
import type { NavGroup } from '../../ui/sidebar.tsx'
import { PortalLayout } from './portal-layout.tsx'

export const AdminLayout = ({ children }: { children: ReactNode }) => {
  const pending = useNotifications().data?.filter(({ kind }) => kind === 'application').length ?? 0
  return (
    <PortalLayout plate="Admin" groups={groupsWith(pending)} bar={<Bell />}>
      {children}
    </PortalLayout>
  )
}

const groupsWith = (pendingApplications: number): readonly NavGroup[] => [
  {
    name: 'Platform',
    items: [
      { name: 'Dashboard', to: '/admin/dashboard', also: ['/', '/admin'], icon: <LayoutDashboard className="ico" /> },
      { name: 'Merchants', to: '/admin/merchants', icon: <Store className="ico" /> },
      { name: 'User Management', to: '/admin/merchant-users', icon: <Users className="ico" /> },
      {
        name: 'Applications',
        to: '/admin/applications',
        icon: <ClipboardCheck className="ico" />,
        count: pendingApplications,
      },
      { name: 'Partners', to: '/admin/partners', icon: <Handshake className="ico" /> },
      { name: 'Promo Codes', to: '/admin/promo-codes', icon: <TicketPercent className="ico" /> },
      { name: 'Lightning Loop-Out', to: '/admin/lightning-loop-out', icon: <Zap className="ico" /> },
    ],
  },
  {
    name: 'Analytics',
    items: [
      { name: 'Transactions', to: '/admin/transactions', icon: <ArrowLeftRight className="ico" /> },
      { name: 'Revenue', to: '/admin/revenue', icon: <TrendingUp className="ico" /> },
    ],
  },
  {
    name: 'Operation',
    items: [
      { name: 'Fees', to: '/admin/fees', icon: <Percent className="ico" /> },
      { name: 'Act Log', to: '/admin/act-log', icon: <ScrollText className="ico" /> },
      { name: 'System', to: '/admin/system', icon: <Server className="ico" /> },
      { name: 'Security', to: '/admin/security', icon: <ShieldCheck className="ico" /> },
    ],
  },
]
