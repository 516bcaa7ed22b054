import { ArrowLeftRight, LayoutDashboard, Settings, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NavGroup } from '../../ui/sidebar.tsx'
import { PortalLayout } from './portal-layout.tsx'

export const PartnerLayout = ({ children }: { children: ReactNode }) => (
  <PortalLayout plate="Partner" groups={groups}>
    {children}
  </PortalLayout>
)

const groups: readonly NavGroup[] = [
  {
    items: [
      {
        name: 'Dashboard',
        to: '/partner/dashboard',
        also: ['/', '/partner'],
        icon: <LayoutDashboard className="ico" />,
      },
      { name: 'Wallet', to: '/partner/wallet', also: ['/partner/withdraw'], icon: <Wallet className="ico" /> },
      { name: 'Transactions', to: '/partner/transactions', icon: <ArrowLeftRight className="ico" /> },
      { name: 'Settings', to: '/partner/settings', icon: <Settings className="ico" /> },
    ],
  },
]
