import type { FeesOwed } from '@bitquay/contract/fee-collection'
import { fromCents, toCents } from '@bitquay/contract/money'
import { useState } from 'react'
import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { pathTo } from '../../../frame/screens.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { Badge, type BadgeShape } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, Sums } from '../../../ui/card.tsx'
import { Usd } from '../../../ui/figures.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { formatUsd } from '../../../ui/money-text.ts'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Table } from '../../../ui/table.tsx'
import { ExtendDialog, ForgiveDialog, PauseDialog, WriteOffDialog } from '../decide-fees-dialog.tsx'
import { FeesTabs } from '../fees-tabs.tsx'
import * as t from '../messages.ts'
import { useFeesOwed } from '../use-fees-owed.ts'

type Deciding = { invoice: FeesOwed; what: 'extend' | 'pause' | 'forgive' | 'write-off' }

const FeesOwedPage = () => {
  const owed = useFeesOwed()
  const [deciding, setDeciding] = useState<Deciding>()
  const close = () => setDeciding(undefined)
  return (
    <Page sentence={t.owedSentence}>
      <FeesTabs current="owed" />
      {owed.data ? (
        <>
          <Total invoices={owed.data} />
          <List invoices={owed.data} onDecide={setDeciding} />
        </>
      ) : owed.isError ? (
        <LoadError card prominent title={t.owedNotLoaded} sentence={t.notLoaded} reading={owed} />
      ) : (
        <Card>
          <SkeletonLines lines={5} />
        </Card>
      )}
      {deciding?.what === 'extend' && <ExtendDialog invoice={deciding.invoice} onClose={close} />}
      {deciding?.what === 'pause' && <PauseDialog invoice={deciding.invoice} onClose={close} />}
      {deciding?.what === 'write-off' && <WriteOffDialog invoice={deciding.invoice} onClose={close} />}
      {deciding?.what === 'forgive' && <ForgiveDialog invoice={deciding.invoice} onClose={close} />}
    </Page>
  )
}

const Total = ({ invoices }: { invoices: FeesOwed[] }) => {
  const open = invoices.filter(({ status }) => status === 'open')
  const sumOf = (of: (invoice: FeesOwed) => string) =>
    fromCents(open.reduce((sum, invoice) => sum + toCents(of(invoice)), 0n))
  return (
    <Card title={t.owedNow} span={6}>
      <Sums
        rows={[
          { name: t.merchantsOwing, value: open.length },
          { name: t.partnersPending, value: <Usd amount={sumOf(({ partnerShare }) => partnerShare.usd)} /> },
          { name: t.owed, value: <Usd amount={sumOf(({ due }) => due.usd)} />, total: true },
        ]}
      />
    </Card>
  )
}

type ListProps = { invoices: FeesOwed[]; onDecide: (deciding: Deciding) => void }

const List = ({ invoices, onDecide }: ListProps) => (
  <Card title={t.feeInvoices} bare aria-label={t.feeInvoices}>
    {invoices.length === 0 ? (
      <p className="pad muted">{t.nothingOwed}</p>
    ) : (
      <Table
        caption={t.feeInvoices}
        phone="blocks"
        rows={invoices}
        keyOf={({ id }) => id}
        columns={columnsFor(onDecide)}
      />
    )}
  </Card>
)

type Columns = Parameters<typeof Table<FeesOwed>>[0]['columns']

const columnsFor = (onDecide: ListProps['onDecide']): Columns => [
  {
    head: t.merchant,
    cell: ({ merchantId, storeName, keys }) => (
      <>
        <Link className="link" to={pathTo(portalPaths.admin.merchant, { merchantId })}>
          {storeName}
        </Link>
        <small className="block small muted">{keys === 'merchant' ? t.ownWallet : t.ownServer}</small>
      </>
    ),
  },
  { head: t.invoice, cell: ({ number }) => <span className="mono small">{number}</span> },
  { head: t.owed, numeric: true, cell: Owed },
  { head: t.age, cell: Age },
  { head: t.status, cell: State },
  {
    head: t.actions,
    acts: true,
    cell: (invoice) =>
      invoice.status === 'open' && (
        <span className="cluster gap-2">
          <Button size="sm" onClick={() => onDecide({ invoice, what: 'extend' })}>
            {t.extendEllipsis}
          </Button>
          <Button size="sm" onClick={() => onDecide({ invoice, what: 'pause' })}>
            {t.limitsEllipsis}
          </Button>
          <Button size="sm" variant="bad" onClick={() => onDecide({ invoice, what: 'forgive' })}>
            {t.forgiveEllipsis}
          </Button>
          {invoice.writeOffFrom && new Date(invoice.writeOffFrom) <= new Date() && (
            <Button size="sm" variant="bad" onClick={() => onDecide({ invoice, what: 'write-off' })}>
              {t.writeOffEllipsis}
            </Button>
          )}
        </span>
      ),
  },
]

const Owed = ({ due, amount, status }: FeesOwed) => (
  <>
    <Usd amount={due.usd} />
    {status === 'open' && due.btc !== amount.btc && (
      <small className="block small muted">{t.ofAmount({ amount: formatUsd(amount.usd) })}</small>
    )}
  </>
)

const Age = ({ days, status, endedAt, extendedUntil }: FeesOwed) => (
  <>
    {status === 'open' ? t.daysOld({ days: String(days) }) : endedAt && formatDate(endedAt)}
    {status === 'open' && extendedUntil && (
      <small className="block small muted">{t.extendedUntil({ date: formatDate(extendedUntil) })}</small>
    )}
  </>
)

const states: Record<FeesOwed['status'], { shape: BadgeShape; word: string }> = {
  open: { shape: 'dashed', word: t.sent },
  paid: { shape: 'solid', word: t.paid },
  forgiven: { shape: 'open', word: t.forgiven },
  'written-off': { shape: 'open', word: t.writtenOff },
}

const State = ({ status, due, amount, pausedAt }: FeesOwed) =>
  pausedAt ? (
    <Badge shape="crossed">{t.paused}</Badge>
  ) : status === 'open' && due.btc !== amount.btc ? (
    <Badge shape="half">{t.partiallyPaid}</Badge>
  ) : (
    <Badge shape={states[status].shape}>{states[status].word}</Badge>
  )

export default FeesOwedPage
