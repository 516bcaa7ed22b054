import type { MerchantPeople, MerchantPerson } from '@bitquay/contract/merchants.users'
import { KeyRound, MailPlus, Pencil, Trash2, UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatDate, formatRelative } from '../../lib/format-date.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ActiveState } from './merchant-state.tsx'
import * as t from './messages.ts'
import type { Asked } from './person-dialog.tsx'

type PeopleTableProps = {
  merchants: readonly MerchantPeople[]
  isBusy: boolean
  onAdd: (merchant: MerchantPeople) => void
  onAsk: (asked: Asked) => void
}

const heads = [t.name, t.role, t.status, t.twoFactorHead, t.lastSeen]

/** Everyone who signs in, below the merchant that they sign in for. */
export const PeopleTable = ({ merchants, isBusy, onAdd, onAsk }: PeopleTableProps) => (
  <div className="tbl-box">
    <table className="tbl people-groups" aria-busy={isBusy || undefined}>
      <caption className="sr-only">{t.merchantUsers}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{t.actions}</span>
          </th>
        </tr>
      </thead>
      {merchants.map((merchant) => (
        <tbody key={merchant.merchantId}>
          <GroupHead merchant={merchant} onAdd={() => onAdd(merchant)} />
          {merchant.people.map((person) => (
            <PersonRow key={person.id ?? 0} merchant={merchant} person={person} onAsk={onAsk} />
          ))}
        </tbody>
      ))}
    </table>
  </div>
)

const GroupHead = ({ merchant, onAdd }: { merchant: MerchantPeople; onAdd: () => void }) => (
  <tr className="group">
    <th scope="colgroup" colSpan={6}>
      <div className="cluster gap-2.5">
        <Link className="link ink" to={pathTo(portalPaths.admin.merchant, { merchantId: merchant.merchantId })}>
          {merchant.storeName}
        </Link>
        <span className="quiet">{t.peopleCount({ count: merchant.people.length })}</span>
        <Button
          variant="ghost"
          size="sm"
          icon={<UserPlus className="ico" aria-hidden="true" />}
          aria-label={t.addUserTo({ store: merchant.storeName })}
          onClick={onAdd}
        >
          {t.addUser}
        </Button>
      </div>
    </th>
  </tr>
)

type PersonRowProps = { merchant: MerchantPeople; person: MerchantPerson; onAsk: (asked: Asked) => void }

const PersonRow = ({ merchant, person, onAsk }: PersonRowProps) => (
  <tr>
    <td>
      <span className="name text-md strong">{person.name}</span>
      <span className="small muted">{person.email}</span>
    </td>
    <td>
      <Tag>{roleNames[person.role]}</Tag>
    </td>
    <td>
      {person.status === 'invited' ? (
        <Badge shape="dashed">{t.invited}</Badge>
      ) : (
        <ActiveState isActive={person.status === 'active'} />
      )}
    </td>
    <td>{person.status === 'invited' ? '—' : person.twoFactorEnabled ? t.twoFactorOn : t.twoFactorOff}</td>
    <td className="small muted">{lastSeenOf(person)}</td>
    <td className="num">
      <Actions merchant={merchant} person={person} onAsk={onAsk} />
    </td>
  </tr>
)

const roleNames = { owner: t.owner, admin: t.admin, user: t.user }

const lastSeenOf = ({ status, lastSeenAt, invitedUntil }: MerchantPerson): string => {
  if (lastSeenAt !== null) return formatRelative(lastSeenAt)
  if (status !== 'invited') return t.never
  return invitedUntil === null ? t.invitationExpired : t.expiresOn({ date: formatDate(invitedUntil) })
}

const Actions = ({ merchant: { merchantId }, person, onAsk }: PersonRowProps) => {
  const { id, name, email, role, status, twoFactorEnabled } = person
  const ref = id === null ? ({ kind: 'merchant', id: merchantId } as const) : ({ kind: 'merchant-user', id } as const)
  const user = id === null || role === 'owner' ? undefined : { id, name, email, role, isActive: status !== 'inactive' }
  return (
    <span className="inline-row gap-1">
      {status === 'invited' && (
        <IconButton
          label={t.resendInvitationTo({ name })}
          onClick={() => onAsk({ what: 'invitation', person: ref, email })}
        >
          <MailPlus className="ico" />
        </IconButton>
      )}
      {user && twoFactorEnabled && (
        <IconButton
          label={t.resetTwoFactorOf({ name })}
          onClick={() => onAsk({ what: 'two-factor', person: ref, email })}
        >
          <KeyRound className="ico" />
        </IconButton>
      )}
      {user && (
        <>
          <IconButton label={t.changeUser({ name })} onClick={() => onAsk({ what: 'change', user })}>
            <Pencil className="ico" />
          </IconButton>
          <IconButton label={t.deleteUserOf({ name })} onClick={() => onAsk({ what: 'delete', user })}>
            <Trash2 className="ico" />
          </IconButton>
        </>
      )}
    </span>
  )
}
