import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatDate, formatDateTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ActiveState } from './merchant-state.tsx'
import * as t from './messages.ts'

/** The owner, and how many others sign in. */
export const MerchantPeople = ({ merchant }: { merchant: MerchantDetail }) => {
  const { id, email, invited, users, isActive } = merchant
  const withoutFactor = users.filter(({ twoFactorEnabled }) => !twoFactorEnabled).length
  return (
    <Card
      title={t.people}
      bare
      aria-label={t.people}
      note={
        <Link className="link" to={pathTo(portalPaths.admin.merchantTab, { merchantId: id, tab: 'people' })}>
          {t.manageUsers}
        </Link>
      }
    >
      <ul className="rows">
        <li className="rest-auto">
          <div className="min-w-0">
            <div className="what medium">{t.owner}</div>
            <div className="small muted break-all">{email}</div>
            <div className="small muted">{describeOwner(merchant)}</div>
          </div>
          {invited ? <Badge shape="dashed">{t.invited}</Badge> : <ActiveState isActive={isActive} />}
        </li>
        {users.length > 0 && (
          <li className="rest-auto">
            <div className="min-w-0">
              <div className="what medium">{t.userCount({ count: users.length })}</div>
              <div className="small muted">{t.usersWithoutTwoFactor({ count: withoutFactor })}</div>
            </div>
          </li>
        )}
      </ul>
    </Card>
  )
}

const describeOwner = ({ invited, owner }: MerchantDetail) => {
  if (invited)
    return owner.invitedUntil ? t.invitedUntil({ date: formatDateTime(owner.invitedUntil) }) : t.invitationExpired
  return t.ownerSecurity({
    factor: owner.twoFactorEnabled ? 'on' : 'off',
    password: owner.lastPasswordChange
      ? t.passwordChanged({ date: formatDate(owner.lastPasswordChange) })
      : t.passwordByAdmin,
  })
}
