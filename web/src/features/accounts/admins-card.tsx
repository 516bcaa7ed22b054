import type { Admin } from '@bitquay/contract/accounts.admins'
import { unseenDays } from '@bitquay/contract/merchants.people'
import { KeyRound, MailPlus, Power } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate, formatDateTime, formatRelative } from '../../lib/format-date.ts'
import { servedMode } from '../../lib/mode.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { Table } from '../../ui/table.tsx'
import { ChangeAdminDialog } from './admin-dialogs.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import * as t from './messages.ts'
import { PeopleTable } from './people-table.tsx'
import { ResetTwoFactorDialog } from './reset-two-factor-dialog.tsx'
import { useAdmins } from './use-people.ts'

type Asked = { what: 'change' | 'invitation' | 'two-factor'; admin: Admin }

/** Everyone who administers the platform. */
export const AdminsCard = () => {
  const list = useAdmins()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Card title={t.admins} bare aria-label={t.admins}>
      <ListBody
        rows={list.data}
        query={list}
        failed={{
          title: t.adminsNotLoadedTitle,
          sentence: messageOf(list.error, t.adminsNotLoaded),
        }}
        lines={4}
      >
        {(rows) => (
          <>
            <PeopleTable>
              <Table caption={t.admins} phone="flow" rows={rows} keyOf={({ id }) => id} columns={toColumns(setAsked)} />
            </PeopleTable>
            <p className="pad small muted">
              {t.adminsFoot({ able: rows.filter(canAct).length, count: rows.length, days: unseenDays })}
            </p>
          </>
        )}
      </ListBody>
      {asked?.what === 'change' && <ChangeAdminDialog admin={asked.admin} onClose={close} />}
      {asked?.what === 'invitation' && (
        <InvitationDialog person={{ kind: 'admin', id: asked.admin.id }} email={asked.admin.email} onClose={close} />
      )}
      {asked?.what === 'two-factor' && (
        <ResetTwoFactorDialog
          person={{ kind: 'admin', id: asked.admin.id }}
          email={asked.admin.email}
          onClose={close}
        />
      )}
    </Card>
  )
}

const columns = [
  {
    head: t.name,
    cell: ({ name, email, isYou }: Admin) => (
      <>
        <div className="medium breaks">
          {name} {isYou && <span className="small muted">{t.you}</span>}
        </div>
        <div className="small muted break-all">{email}</div>
      </>
    ),
  },
  { head: t.added, cell: ({ createdAt }: Admin) => <span className="small muted">{formatDate(createdAt)}</span> },
  { head: t.twoFactorHead, cell: (admin: Admin) => <TwoFactor admin={admin} /> },
  { head: t.lastSeen, cell: (admin: Admin) => <Seen admin={admin} /> },
  { head: t.status, cell: (admin: Admin) => <Status admin={admin} /> },
]

const hasJoined = ({ isActive, invited }: Admin) => isActive && !invited
/** The sandbox's money isn't real, so admins need no second factor there. */
const canAct = (admin: Admin) => hasJoined(admin) && (admin.twoFactorEnabled || servedMode() === 'sandbox')

const TwoFactor = ({ admin }: { admin: Admin }) => {
  if (admin.invited) return '—'
  return admin.twoFactorEnabled ? t.twoFactorIsOn : <Badge shape="crossed">{t.twoFactorIsOff}</Badge>
}

const daysSince = (at: string) => Math.floor((Date.now() - new Date(at).getTime()) / 86_400_000)

/** Someone who never came back counts from when they were added. */
const isUnseen = (admin: Admin) => hasJoined(admin) && daysSince(admin.lastSeenAt ?? admin.createdAt) >= unseenDays

const Seen = ({ admin }: { admin: Admin }) => {
  const { lastSeenAt, invited, invitedUntil } = admin
  if (lastSeenAt === null) {
    if (!invited) return <span className="small muted">{t.neverSeen}</span>
    return invitedUntil === null ? t.expired : t.expiresOn({ date: formatDate(invitedUntil) })
  }
  return (
    <time
      className={isUnseen(admin) ? 'strong' : 'small muted'}
      dateTime={lastSeenAt}
      title={formatDateTime(lastSeenAt)}
    >
      {isUnseen(admin) ? t.daysAgo({ count: daysSince(lastSeenAt) }) : formatRelative(lastSeenAt)}
    </time>
  )
}

const Status = ({ admin }: { admin: Admin }) => {
  if (!admin.isActive) return <Badge shape="open">{t.inactive}</Badge>
  if (admin.invited) {
    return admin.invitedUntil === null ? (
      <Badge shape="crossed">{t.expired}</Badge>
    ) : (
      <Badge shape="dashed">{t.invited}</Badge>
    )
  }
  return isUnseen(admin) ? <Badge shape="dashed">{t.notSeen}</Badge> : <Badge shape="solid">{t.active}</Badge>
}

const toColumns = (ask: (asked: Asked) => void) => [
  ...columns,
  { head: t.actions, numeric: true, cell: (admin: Admin) => <AdminActions admin={admin} ask={ask} /> },
]

const AdminActions = ({ admin, ask }: { admin: Admin; ask: (asked: Asked) => void }) =>
  admin.isYou ? null : (
    <span className="inline-row gap-1">
      {admin.invited && admin.isActive && (
        <IconButton label={t.resendTo({ name: admin.name })} onClick={() => ask({ what: 'invitation', admin })}>
          <MailPlus className="ico" />
        </IconButton>
      )}
      {admin.twoFactorEnabled && (
        <IconButton label={t.resetFor({ name: admin.name })} onClick={() => ask({ what: 'two-factor', admin })}>
          <KeyRound className="ico" />
        </IconButton>
      )}
      <IconButton
        label={admin.isActive ? t.deactivate({ name: admin.name }) : t.activate({ name: admin.name })}
        onClick={() => ask({ what: 'change', admin })}
      >
        <Power className="ico" />
      </IconButton>
    </span>
  )
