import type { AdminPartner } from '@bitquay/contract/admin-partners'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatRelative } from '../../lib/format-date.ts'
import { formatShare } from '../../lib/format-number.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Usd } from '../../ui/figures.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { Table } from '../../ui/table.tsx'
import './admin-partners.css'
import { usePartners } from './use-partners.ts'

/** Every partner there is; there are a handful. */
export const PartnerList = ({ onCreate }: { onCreate: () => void }) => {
  const list = usePartners()
  return (
    <Card title="Partners" bare aria-label="Partners">
      <ListBody
        rows={list.data}
        query={list}
        empty={
          <EmptyState
            card={false}
            scene="berths"
            title="No partners found"
            sentence="What nobody holds of the partner pool is the platform’s"
            actions={
              <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={onCreate}>
                Add Partner
              </Button>
            }
          />
        }
        failed={{
          title: 'Unable to load partners',
          sentence: 'Nothing of theirs is affected. Only this list could not be read.',
        }}
        lines={5}
      >
        {(rows) => (
          <div className="partner-table">
            <Table caption="Partners" phone="blocks" rows={rows} keyOf={({ id }) => id} columns={columns} />
          </div>
        )}
      </ListBody>
    </Card>
  )
}

export const PartnerState = ({ partner }: { partner: Pick<AdminPartner, 'isActive' | 'invited'> }) =>
  !partner.isActive ? (
    <Badge shape="open">Inactive</Badge>
  ) : partner.invited ? (
    <Badge shape="dashed">Invited</Badge>
  ) : (
    <Badge shape="solid">Active</Badge>
  )

const columns = [
  { head: 'Partner', cell: ({ id, name }: AdminPartner) => <Name id={id} name={name} /> },
  { head: 'Email', cell: ({ email }: AdminPartner) => <span className="muted">{email}</span> },
  {
    head: 'Share %',
    numeric: true,
    cell: ({ sharePercentage }: AdminPartner) => formatShare(sharePercentage),
  },
  {
    head: 'Current Balance',
    numeric: true,
    cell: ({ currentBalanceUsd }: AdminPartner) => <Usd amount={currentBalanceUsd} />,
  },
  { head: 'Total Earned', numeric: true, cell: ({ totalEarnedUsd }: AdminPartner) => <Usd amount={totalEarnedUsd} /> },
  {
    head: 'Total Withdrawn',
    numeric: true,
    cell: ({ totalWithdrawnUsd }: AdminPartner) => <Usd amount={totalWithdrawnUsd} />,
  },
  { head: 'Status', cell: (partner: AdminPartner) => <PartnerState partner={partner} /> },
  { head: 'Joined', cell: ({ createdAt }: AdminPartner) => formatRelative(createdAt) },
  {
    head: 'Details',
    cell: ({ id, name }: AdminPartner) => (
      <ButtonLink
        size="sm"
        to={pathTo(portalPaths.admin.partner, { partnerId: id })}
        aria-label={`View Details of ${name}`}
      >
        View Details
      </ButtonLink>
    ),
  },
]

const Name = ({ id, name }: { id: number; name: string }) => (
  <Link className="link-quiet strong" to={pathTo(portalPaths.admin.partner, { partnerId: id })}>
    {name}
  </Link>
)
