import type { MerchantUser } from '@bitquay/contract/merchant-users'
import { KeyRound, Pencil, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { Table } from '../../ui/table.tsx'
import { PeopleTable, ResetTwoFactorDialog } from '../accounts/index.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import { ChangeUserDialog } from './change-user-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { useMerchantUsers } from './use-users.ts'

type UsersCardProps = { merchant: { id: number; storeName: string } }
type Asked = { what: 'delete' | 'two-factor' | 'change'; user: MerchantUser }

/** The users of one merchant, and what an admin does with them. */
export const UsersCard = ({ merchant }: UsersCardProps) => {
  const list = useMerchantUsers(merchant.id)
  const [adding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Card
      title={`Users of ${merchant.storeName}`}
      bare
      aria-label="Merchant users"
      note={
        <Button
          variant="signal"
          size="sm"
          icon={<UserPlus className="ico" aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          Add User
        </Button>
      }
    >
      <ListBody
        rows={list.data}
        query={list}
        empty={
          <EmptyState
            card={false}
            scene="berths"
            title="No users found for this merchant"
            sentence="The owner signs in with the merchant’s own address. Users that you add will appear here."
          />
        }
        failed={{ title: 'Unable to load users', sentence: messageOf(list.error, 'Only this list could not be read.') }}
        lines={4}
      >
        {(rows) => (
          <PeopleTable>
            <Table
              caption="Merchant users"
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
    head: 'Name',
    cell: ({ name, email }: MerchantUser) => (
      <>
        <div className="font-medium break-words">{name}</div>
        <div className="small muted break-all">{email}</div>
      </>
    ),
  },
  {
    head: 'Added',
    cell: ({ createdAt }: MerchantUser) => <span className="small muted">{formatDate(createdAt)}</span>,
  },
  { head: 'Role', cell: ({ role }: MerchantUser) => <Tag>{role === 'admin' ? 'Admin' : 'User'}</Tag> },
  {
    head: 'Status',
    cell: ({ isActive }: MerchantUser) =>
      isActive ? <Badge shape="solid">Active</Badge> : <Badge shape="open">Inactive</Badge>,
  },
]

const toColumns = (ask: (asked: Asked) => void) => [
  ...columns,
  { head: 'Actions', numeric: true, cell: (user: MerchantUser) => <ActivityList user={user} ask={ask} /> },
]

const ActivityList = ({ user, ask }: { user: MerchantUser; ask: (asked: Asked) => void }) => (
  <span className="inline-flex gap-1">
    {user.twoFactorEnabled && (
      <IconButton label={`Reset 2FA of ${user.name}`} onClick={() => ask({ what: 'two-factor', user })}>
        <KeyRound className="ico" />
      </IconButton>
    )}
    <IconButton label={`Change ${user.name}`} onClick={() => ask({ what: 'change', user })}>
      <Pencil className="ico" />
    </IconButton>
    <IconButton label={`Delete ${user.name}`} onClick={() => ask({ what: 'delete', user })}>
      <Trash2 className="ico" />
    </IconButton>
  </span>
)
