import { Block } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import * as t from './messages.ts'

/** As the server decides it, see the audiences in contract/src/call.ts. */
const roles = [
  { name: t.owner, isManager: true },
  { name: t.admin, isManager: true },
  { name: t.user, isManager: false },
]
type Role = (typeof roles)[number]

const forAll = () => <Mark may />
const forManagers = ({ isManager }: Role) => <Mark may={isManager} />

/** What each role can do. */
export const RolesCard = () => (
  <Card title={t.rolesTitle} bare aria-label={t.rolesTitle}>
    <div className="roles-table">
      <Table
        caption={t.rolesTitle}
        phone="blocks"
        rows={roles}
        keyOf={({ name }) => name}
        columns={[
          { head: t.roleHead, cell: ({ name }) => name },
          { head: t.viewPayments, cell: forAll },
          { head: t.createInvoices, cell: forAll },
          { head: t.refundPayments, cell: forManagers },
          { head: t.withdrawMoney, cell: forManagers },
          { head: t.manageSettings, cell: forManagers },
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
