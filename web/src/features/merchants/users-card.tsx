import type { MerchantUser } from '@bitquay/contract/merchant-users'
import { KeyRound, Pencil, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { Table } from '../../ui/table.tsx'
import { PeopleTable, ResetTwoFactorDialog } from '../accounts/index.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import { ChangeUserDialog } from './change-user-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { ActiveState } from './merchant-state.tsx'
import * as t from './messages.ts'
import { useMerchantUsers } from './use-users.ts'

type UsersCardProps = { merchant: { id: number; storeName: string } }
type Asked = { what: 'delete' | 'two-factor' | 'change'; user: MerchantUser }

/** The users of one merchant. An admin adds, changes and deletes them. */
export const UsersCard = ({ merchant }: UsersCardProps) => {
  const list = useMerchantUsers(merchant.id)
  const [adding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Card
      title={t.usersOf({ store: merchant.storeName })}
      bare
      aria-label={t.merchantUsers}
      note={
        <Button
          variant="signal"
          size="sm"
          icon={<UserPlus className="ico" aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {t.addUser}
        </Button>
      }
    >
      <ListBody
        rows={list.data}
        query={list}
        empty={<EmptyState card={false} scene="berths" title={t.noUsersFound} sentence={t.ownerSignsIn} />}
        failed={{ title: t.usersNotLoadedTitle, sentence: messageOf(list.error, t.usersNotLoaded) }}
        lines={4}
      >
        {(rows) => (
          <PeopleTable>
            <Table
              caption={t.merchantUsers}
              phone="flow"
              rows={rows}
              keyOf={({ id }) => id}
              columns={toColumns(setAsked)}
            />
          </PeopleTable>
        )}
      </ListBody>
      {adding && <AddUserDialog merchant={merchant} onClose={() => setAdding(false)} />}
      {asked?.what === 'delete' && <DeleteUserDialog user={asked.user} onClose={close} />}
      {asked?.what === 'change' && <ChangeUserDialog user={asked.user} onClose={close} />}
      {asked?.what === 'two-factor' && (
        <ResetTwoFactorDialog
          person={{ kind: 'merchant-user', id: asked.user.id }}
          email={asked.user.email}
          onClose={close}
        />
      )}
    </Card>
  )
}

const columns = [
  {
    head: t.name,
    cell: ({ name, email }: MerchantUser) => (
      <>
        <div className="font-medium break-words">{name}</div>
        <div className="small muted break-all">{email}</div>
      </>
    ),
  },
  {
    head: t.added,
    cell: ({ createdAt }: MerchantUser) => <span className="small muted">{formatDate(createdAt)}</span>,
  },
  { head: t.role, cell: ({ role }: MerchantUser) => <Tag>{role === 'admin' ? t.admin : t.user}</Tag> },
  { head: t.status, cell: ({ isActive }: MerchantUser) => <ActiveState isActive={isActive} /> },
]

const toColumns = (ask: (asked: Asked) => void) => [
  ...columns,
  { head: t.actions, numeric: true, cell: (user: MerchantUser) => <Actions user={user} ask={ask} /> },
]

const Actions = ({ user, ask }: { user: MerchantUser; ask: (asked: Asked) => void }) => (
  <span className="inline-flex gap-1">
    {user.twoFactorEnabled && (
      <IconButton label={t.resetTwoFactorOf({ name: user.name })} onClick={() => ask({ what: 'two-factor', user })}>
        <KeyRound className="ico" />
      </IconButton>
    )}
    <IconButton label={t.changeUser({ name: user.name })} onClick={() => ask({ what: 'change', user })}>
      <Pencil className="ico" />
    </IconButton>
    <IconButton label={t.deleteUserOf({ name: user.name })} onClick={() => ask({ what: 'delete', user })}>
      <Trash2 className="ico" />
    </IconButton>
  </span>
)
