import { type AdminMerchant, merchantList } from '@bitquay/contract/merchants.admin'
import { showList } from '../../frame/list-surface/show-list.tsx'
import { formatDate, formatDateTime, formatRelative } from '../../lib/format-date.ts'
import { writeCount } from '../../lib/format-number.ts'
import { classNames } from '../../ui/class-names.ts'
import { Usd } from '../../ui/figures.tsx'
import { TotalsBar } from '../../ui/list-surface/totals-bar.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import './merchant-list.css'
import 'list-layout:merchants.admin/merchantList.css'
import { MerchantState, storeWordOf } from './merchant-state.tsx'
import { Trend } from './merchant-trend.tsx'
import * as t from './messages.ts'

type Shown = { merchant: AdminMerchant }

/** The views are the only filter. */
export const shownMerchants = showList(merchantList, {
  everyMs: 30_000,
  summaryEveryMs: 30_000,
  label: t.merchants,
  cells: {
    merchant: [
      t.merchant,
      ({ storeName, email }) => (
        <>
          <span className="who" title={storeName}>
            {storeName}
          </span>
          <span className="l2" title={email}>
            {email}
          </span>
        </>
      ),
    ],
    status: [
      t.status,
      (merchant) => (
        <>
          <span className="l1">
            <MerchantState merchant={merchant} />
          </span>
          {merchant.btcpayStoreId !== null && <span className="l2">{storeWordOf(merchant)}</span>}
        </>
      ),
    ],
    trend: [t.recentHead, (merchant) => <Trend merchant={merchant} />],
    volume: [
      t.received,
      ({ totalDepositsUsd, recentVolume }) => (
        <>
          <Usd amount={totalDepositsUsd} />
          <span className="l2">{t.inRecentDays({ amount: formatUsd(recentVolume.usd) })}</span>
        </>
      ),
    ],
    balance: [t.balance, ({ balance }) => <Usd amount={balance.usd} />],
    owed: [t.feesOwed, (merchant) => <Owed merchant={merchant} />],
    active: [t.lastActivity, (merchant) => <LastActivity merchant={merchant} />],
    date: [t.joined, ({ createdAt }) => formatDate(createdAt)],
  },
  nameOf: ({ storeName }) => storeName,
  views: (summary) => [
    { name: t.all, filters: {} },
    { name: t.attention, filters: { status: 'attention' }, count: summary?.statuses.attention, urgent: true },
    { name: t.active, filters: { status: 'active' }, count: summary?.statuses.active },
    { name: t.storeSettingUp, filters: { status: 'setting-up' }, count: summary?.statuses['setting-up'] },
    { name: t.inactive, filters: { status: 'inactive' }, count: summary?.statuses.inactive },
  ],
  searchHint: t.searchHint,
  count: ({ filtered }) => ({ count: filtered, words: t.merchantCount({ count: filtered }) }),
  totals: (summary) => (
    <TotalsBar
      label={t.totals}
      counts={[
        { label: t.total, figure: writeCount(summary?.total) },
        { label: t.filtered, figure: writeCount(summary?.filtered) },
      ]}
      sums={[{ label: t.received, figure: <Usd amount={summary?.volumeUsd} /> }]}
    />
  ),
  note: t.utcDays,
  loading: t.loadingMerchants,
  filteredEmpty: { title: t.noMatchTitle, sentence: t.noMatch },
  failed: { title: t.listNotLoadedTitle, sentence: t.listNotLoaded },
})

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
