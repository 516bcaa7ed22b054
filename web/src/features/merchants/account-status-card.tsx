import type { Answer } from '@bitquay/contract/call'
import type { getSettings } from '@bitquay/contract/merchants'
import type { MerchantRole } from '@bitquay/contract/people'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, Sums } from '../../ui/card.tsx'

type AccountStatusCardProps = { settings: Answer<typeof getSettings>; twoFactorEnabled: boolean }

const roles: Record<MerchantRole, string> = { owner: 'Owner', admin: 'Admin', user: 'User' }

export const AccountStatusCard = ({ settings, twoFactorEnabled }: AccountStatusCardProps) => (
  <Card title="Account Status" span={5}>
    <Sums
      rows={[
        {
          name: 'Status',
          value: settings.isActive ? <Badge shape="solid">Active</Badge> : <Badge shape="open">Inactive</Badge>,
        },
        { name: 'Your role', value: roles[settings.role] },
        {
          name: 'Two-factor authentication',
          value: twoFactorEnabled ? (
            <Badge shape="solid">Enabled</Badge>
          ) : (
            <Link className="link" to={portalPaths.merchant.security}>
              Set it up
            </Link>
          ),
        },
        { name: 'Merchant since', value: formatDate(settings.createdAt) },
      ]}
    />
  </Card>
)
