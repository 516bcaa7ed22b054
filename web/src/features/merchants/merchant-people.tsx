import type { MerchantDetail } from '@bitquay/contract/admin-merchants'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import './merchant-detail.css'

/** Who signs in for the merchant beside its owner. */
export const MerchantPeople = ({ merchant }: { merchant: MerchantDetail }) => {
  const manage = `${portalPaths.admin.users}?merchant=${merchant.id}`
  return (
    <Card
      title="Users"
      bare
      span={6}
      aria-label="Users"
      note={
        <Link className="link" to={manage}>
          Manage users
        </Link>
      }
    >
      {merchant.users.length > 0 ? (
        <ul className="rows merchant-people">
          {merchant.users.map(({ id, name, email, role, isActive }) => (
            <li key={id}>
              <div className="min-w-0">
                <div className="what truncate">{name}</div>
                <div className="small muted truncate">{email}</div>
              </div>
              <span className="flex items-center gap-2">
                <Tag>{role === 'admin' ? 'Admin' : 'User'}</Tag>
                {!isActive && <Badge shape="open">Inactive</Badge>}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          card={false}
          scene="none"
          title="No users yet"
          sentence="Only the owner signs in"
          actions={<ButtonLink to={manage}>Add a user</ButtonLink>}
        />
      )}
    </Card>
  )
}
