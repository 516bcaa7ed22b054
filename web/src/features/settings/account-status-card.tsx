import type { Answer } from '@bitquay/contract/call'
import type { getSettings } from '@bitquay/contract/merchants'
import type { MerchantRole } from '@bitquay/contract/people'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import * as t from './messages.ts'

type AccountStatusCardProps = { settings: Answer<typeof getSettings>; twoFactorEnabled: boolean }

const roles: Record<MerchantRole, string> = { owner: t.owner, admin: t.admin, user: t.user }

export const AccountStatusCard = ({ settings, twoFactorEnabled }: AccountStatusCardProps) => (
  <Card>
    <div className="pulled-out">
      <Sums
        rows={[
          { name: t.status, value: stateOf(settings) },
          { name: t.yourRole, value: roles[settings.role] },
          {
            name: t.twoFactor,
            value: twoFactorEnabled ? (
              <Badge shape="solid">{t.isOn}</Badge>
            ) : (
              <Link className="link" to={portalPaths.merchant.security}>
                {t.setUp}
              </Link>
            ),
          },
          { name: t.merchantSince, value: formatDate(settings.createdAt) },
          {
            name: t.merchantId,
            value: (
              <span className="cluster gap-2 to-end">
                <span className="mono">{settings.id}</span>
                <CopyButton label={t.merchantId} text={String(settings.id)} />
              </span>
            ),
          },
        ]}
      />
    </div>
  </Card>
)

const stateOf = ({ isActive, closingSince }: AccountStatusCardProps['settings']) => {
  if (closingSince !== null) return <Badge shape="crossed">{t.closed}</Badge>
  return isActive ? <Badge shape="solid">{t.active}</Badge> : <Badge shape="open">{t.inactive}</Badge>
}
