import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { formatAgo } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useNow } from '../../lib/use-now.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OwnServerMark } from '../../ui/own-server-mark.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import * as t from './messages.ts'

/** The merchant's balances, what it can send, and the fees it owes. */
export const MerchantMoney = ({ merchant }: { merchant: MerchantDetail }) => {
  const { balances, totals } = merchant
  return (
    <>
      <Tiles>
        <MoneyTile label={t.onChain} money={balances.onChain} />
        <MoneyTile label={t.lightning} money={balances.lightning} />
        <MoneyTile label={t.available} money={balances.available} />
        <MoneyTile label={t.feesOwed} money={balances.feesOwed} />
      </Tiles>
      <Tiles>
        <Tile label={t.payments} figure={formatCount(totals.payments)} note={t.paymentsNote} />
        <Tile label={t.volume} figure={<Usd amount={totals.volumeUsd} />} note={t.volumeNote} />
        <Tile label={t.feesCharged} figure={<Usd amount={totals.feesUsd} />} note={t.feesChargedNote} />
        <Tile label={t.openInvoices} figure={formatCount(totals.openInvoices)} note={t.openInvoicesNote} />
      </Tiles>
      {merchant.reportedByMerchant && (
        <div className="c12">
          <OwnServerMark />
        </div>
      )}
      {merchant.btcpayStoreId !== null && balances.stale && <Stale asOf={balances.asOf} error={merchant.syncError} />}
    </>
  )
}

const MoneyTile = ({ label, money }: { label: string; money: { btc: string; usd: string } }) => (
  <Tile label={label} figure={<Usd amount={money.usd} />} note={<Btc amount={money.btc} />} />
)

const Stale = ({ asOf, error }: { asOf: string | null; error: string | null }) => {
  const now = useNow()
  return (
    <div className="c12">
      <Notice kind="wait">
        {asOf === null ? t.neverSynced : t.oldBalances({ ago: formatAgo(asOf, now) })}
        {error && <span className="small mono block">{error}</span>}
      </Notice>
    </div>
  )
}
