import type { Admin } from '@bitquay/contract/accounts.admins'
import { KeyRound, MailPlus, Power, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { Table } from '../../ui/table.tsx'
import { ChangeAdminDialog, InviteAdminDialog } from './admin-dialogs.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import * as t from './messages.ts'
import { PeopleTable } from './people-table.tsx'
import { ResetTwoFactorDialog } from './reset-two-factor-dialog.tsx'
import { useAdmins } from './use-people.ts'

type Asked = { what: 'change' | 'invitation' | 'two-factor'; admin: Admin }

/** Everyone who administers the platform. */
export const AdminsCard = () => {
  const list = useAdmins()
  const [inviting, setInviting] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Card
      title={t.admins}
      bare
      aria-label={t.admins}
      note={
        <Button
          variant="signal"
          size="sm"
          icon={<UserPlus className="ico" aria-hidden="true" />}
          onClick={() => setInviting(true)}
        >
          {t.inviteAdmin}
        </Button>
      }
    >
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
          <PeopleTable>
            <Table caption={t.admins} phone="flow" rows={rows} keyOf={({ id }) => id} columns={toColumns(setAsked)} />
          </PeopleTable>
        )}
      </ListBody>
      {inviting && <InviteAdminDialog onClose={() => setInviting(false)} />}
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
  {
    head: t.twoFactorHead,
    cell: ({ twoFactorEnabled }: Admin) => <Tag>{twoFactorEnabled ? t.twoFactorIsOn : t.twoFactorIsOff}</Tag>,
  },
  {
    head: t.status,
    cell: ({ isActive, invited }: Admin) =>
      !isActive ? (
        <Badge shape="open">{t.inactive}</Badge>
      ) : invited ? (
        <Badge shape="dashed">{t.invited}</Badge>
      ) : (
        <Badge shape="solid">{t.active}</Badge>
      ),
  },
]

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
