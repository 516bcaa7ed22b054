import type { AdminPartner } from '@bitquay/contract/partners.admin'
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
import * as t from './messages.ts'
import { usePartners } from './use-partners.ts'

/** All partners. There are only a few. */
export const PartnerList = ({ onCreate }: { onCreate: () => void }) => {
  const list = usePartners()
  return (
    <Card title={t.partnersName} bare aria-label={t.partnersName}>
      <ListBody
        rows={list.data}
        query={list}
        empty={
          <EmptyState
            card={false}
            scene="berths"
            title={t.emptyTitle}
            sentence={t.empty}
            actions={
              <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={onCreate}>
                {t.addPartner}
              </Button>
            }
          />
        }
        failed={{
          title: t.listNotLoadedTitle,
          sentence: t.noMoneyAffected,
        }}
        lines={5}
      >
        {(rows) => (
          <div className="partner-table">
            <Table caption={t.partnersName} phone="blocks" rows={rows} keyOf={({ id }) => id} columns={columns} />
          </div>
        )}
      </ListBody>
    </Card>
  )
}

export const PartnerState = ({ partner }: { partner: Pick<AdminPartner, 'isActive' | 'invited'> }) =>
  !partner.isActive ? (
    <Badge shape="open">{t.inactive}</Badge>
  ) : partner.invited ? (
    <Badge shape="dashed">{t.invited}</Badge>
  ) : (
    <Badge shape="solid">{t.active}</Badge>
  )

const columns = [
  { head: t.partner, cell: ({ id, name }: AdminPartner) => <Name id={id} name={name} /> },
  { head: t.email, cell: ({ email }: AdminPartner) => <span className="muted">{email}</span> },
  {
    head: t.sharePercent,
    numeric: true,
    cell: ({ sharePercentage }: AdminPartner) => formatShare(sharePercentage),
  },
  {
    head: t.currentBalance,
    numeric: true,
    cell: ({ currentBalanceUsd }: AdminPartner) => <Usd amount={currentBalanceUsd} />,
  },
  { head: t.totalEarned, numeric: true, cell: ({ totalEarnedUsd }: AdminPartner) => <Usd amount={totalEarnedUsd} /> },
  {
    head: t.totalWithdrawn,
    numeric: true,
    cell: ({ totalWithdrawnUsd }: AdminPartner) => <Usd amount={totalWithdrawnUsd} />,
  },
  { head: t.status, cell: (partner: AdminPartner) => <PartnerState partner={partner} /> },
  { head: t.joined, cell: ({ createdAt }: AdminPartner) => formatRelative(createdAt) },
  {
    head: t.details,
    cell: ({ id, name }: AdminPartner) => (
      <ButtonLink
        size="sm"
        to={pathTo(portalPaths.admin.partner, { partnerId: id })}
        aria-label={t.viewDetailsOf({ name })}
      >
        {t.viewDetails}
      </ButtonLink>
    ),
  },
]

const Name = ({ id, name }: { id: number; name: string }) => (
  <Link className="link-quiet strong" to={pathTo(portalPaths.admin.partner, { partnerId: id })}>
    {name}
  </Link>
)
