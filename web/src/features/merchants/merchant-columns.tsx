import type { AdminMerchant } from '@bitquay/contract/admin-merchants'
import { formatDate, formatDateTime, formatRelative } from '../../lib/format-date.ts'
import { classNames } from '../../ui/class-names.ts'
import { Usd } from '../../ui/figures.tsx'
import type { DataColumn } from '../../ui/list-surface/data-table.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { MerchantState, storeWordOf } from './merchant-state.tsx'
import * as t from './messages.ts'

type Shown = { merchant: AdminMerchant }

export const merchantColumns: readonly DataColumn<AdminMerchant>[] = [
  {
    name: 'merchant',
    head: t.merchant,
    sort: 'name',
    always: true,
    cell: ({ storeName, email }) => (
      <>
        <span className="who" title={storeName}>
          {storeName}
        </span>
        <span className="l2" title={email}>
          {email}
        </span>
      </>
    ),
  },
  {
    name: 'status',
    head: t.status,
    always: true,
    cell: (merchant) => (
      <>
        <span className="l1">
          <MerchantState merchant={merchant} />
        </span>
        {merchant.btcpayStoreId !== null && <span className="l2">{storeWordOf(merchant)}</span>}
      </>
    ),
  },
  { name: 'trend', head: t.recentHead, cell: (merchant) => <Trend merchant={merchant} /> },
  {
    name: 'volume',
    head: t.received,
    sort: 'volume',
    numeric: true,
    always: true,
    cell: ({ totalDepositsUsd, recentVolume }) => (
      <>
        <Usd amount={totalDepositsUsd} />
        <span className="l2">{t.inRecentDays({ amount: formatUsd(recentVolume.usd) })}</span>
      </>
    ),
  },
  { name: 'balance', head: t.balance, numeric: true, cell: ({ balance }) => <Usd amount={balance.usd} /> },
  { name: 'owed', head: t.feesOwed, numeric: true, cell: (merchant) => <Owed merchant={merchant} /> },
  { name: 'active', head: t.lastActivity, cell: (merchant) => <LastActivity merchant={merchant} /> },
  { name: 'date', head: t.joined, sort: 'date', cell: ({ createdAt }) => formatDate(createdAt) },
]

export const Trend = ({ merchant: { recentVolume } }: Shown) =>
  recentVolume.usd === '0.00' ? (
    <span className="quiet">{t.noPayments}</span>
  ) : (
    <Sparkline values={recentVolume.days.map(Number)} label={t.inRecentDays({ amount: formatUsd(recentVolume.usd) })} />
  )

const Owed = ({ merchant: { feesOwed, attention } }: Shown) => (
  <Usd
    amount={feesOwed.usd}
    className={classNames(attention.some(({ reason }) => reason === 'fees-not-covered') && 'bad')}
  />
)

const LastActivity = ({ merchant: { lastActiveAt, invited } }: Shown) =>
  lastActiveAt === null ? (
    <span className="quiet">{invited ? t.invited : t.noneYet}</span>
  ) : (
    <time dateTime={lastActiveAt} title={formatDateTime(lastActiveAt)}>
      {formatRelative(lastActiveAt)}
    </time>
  )
