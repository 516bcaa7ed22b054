import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import './merchant-detail.css'
import * as t from './messages.ts'

/** The merchant's users besides its owner. */
export const MerchantPeople = ({ merchant }: { merchant: MerchantDetail }) => {
  const manage = `${portalPaths.admin.users}?merchant=${merchant.id}`
  return (
    <Card
      title={t.users}
      bare
      span={6}
      aria-label={t.users}
      note={
        <Link className="link" to={manage}>
          {t.manageUsers}
        </Link>
      }
    >
      {merchant.users.length > 0 ? (
        <ul className="rows">
          {merchant.users.map(({ id, name, email, role, isActive }) => (
            <li className="rest-auto" key={id}>
              <div className="min-w-0">
                <div className="what clip medium">{name}</div>
                <div className="small muted clip">{email}</div>
              </div>
              <span className="across gap-2">
                <Tag>{role === 'admin' ? t.admin : t.user}</Tag>
                {!isActive && <Badge shape="open">{t.inactive}</Badge>}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          card={false}
          scene="none"
          title={t.noUsersTitle}
          sentence={t.noUsers}
          actions={<ButtonLink to={manage}>{t.addUserLink}</ButtonLink>}
        />
      )}
    </Card>
  )
}
