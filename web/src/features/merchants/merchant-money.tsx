import type { MerchantDetail } from '@bitquay/contract/admin-merchants'
import { formatAge } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OwnServerMark } from '../../ui/own-server-mark.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'

/** What the merchant has, what of it can be sent, and what it owes us. */
export const MerchantMoney = ({ merchant }: { merchant: MerchantDetail }) => {
  const { balances, totals } = merchant
  return (
    <>
      <Tiles>
        <MoneyTile label="On-chain" money={balances.onChain} />
        <MoneyTile label="Lightning" money={balances.lightning} />
        <MoneyTile label="Available" money={balances.available} />
        <MoneyTile label="Fees owed" money={balances.feesOwed} />
      </Tiles>
      <Tiles>
        <Tile label="Payments" figure={totals.payments.toLocaleString('en-US')} note="booked, of invoices" />
        <Tile label="Volume" figure={<Usd amount={totals.volumeUsd} />} note="paid on invoices" />
        <Tile label="Fees taken" figure={<Usd amount={totals.feesUsd} />} note="owed and collected" />
        <Tile label="Open invoices" figure={totals.openInvoices.toLocaleString('en-US')} note="waiting for payment" />
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
        {asOf === null
          ? 'The store has not been read yet, so its balance is not known.'
          : `These balances are ${formatAge(asOf, now)} old: the store could not be read since.`}
        {error && <span className="small mono block">{error}</span>}
      </Notice>
    </div>
  )
}
