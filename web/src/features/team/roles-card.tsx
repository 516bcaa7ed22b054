import { Block } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import * as t from './messages.ts'

/** As the server decides it, see the audiences in contract/src/call.ts. */
const rights = [
  { name: t.viewPayments, forUsers: true },
  { name: t.createInvoices, forUsers: true },
  { name: t.refundPayments, forUsers: false },
  { name: t.withdrawMoney, forUsers: false },
  { name: t.manageSettings, forUsers: false },
]
type Right = (typeof rights)[number]

const forManagers = () => <Mark may />
const forUsers = (right: Right) => <Mark may={right.forUsers} />

/** What each role can do. There are few roles, so that their columns fit a phone. */
export const RolesCard = () => (
  <Card title={t.rolesTitle} bare aria-label={t.rolesTitle}>
    <div className="roles-table">
      <Table
        caption={t.rolesTitle}
        rows={rights}
        keyOf={({ name }) => name}
        columns={[
          { head: t.rightHead, cell: ({ name }) => name },
          { head: t.owner, cell: forManagers },
          { head: t.admin, cell: forManagers },
          { head: t.user, cell: forUsers },
        ]}
      />
    </div>
  </Card>
)

const Mark = ({ may }: { may: boolean }) => (
  <span className="mark">
    {may ? <Block shape="solid" /> : <span aria-hidden="true">—</span>}
    <span className="sr-only">{may ? t.yes : t.no}</span>
  </span>
)
