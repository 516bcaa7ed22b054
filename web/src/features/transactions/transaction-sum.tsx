import type { Transaction } from '@bitquay/contract/transactions'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Sums } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import * as t from './messages.ts'

type Shown = { transaction: Transaction }

/** What adds up to the net, in the order shown. Fees exist once a payment is confirmed. */
export const TransactionSum = ({ transaction }: Shown) => {
  const { netUSD, netAmount } = transaction
  const total = (
    <>
      <Usd amount={netUSD} />
      {netAmount !== null && <Btc amount={netAmount} />}
    </>
  )
  return (
    <>
      <Sums
        rows={[
          { name: grossName(transaction), value: <Usd amount={transaction.amountUSD} /> },
          ...feeRows(transaction),
          { name: transaction.type === 'incoming' ? t.net : t.totalSent, value: total, total: true },
        ]}
      />
      <Notes transaction={transaction} />
    </>
  )
}

const grossName = ({ type, purpose }: Transaction) => {
  if (type === 'outgoing') return t.amountSent
  return purpose === 'invoice' ? t.gross : t.amountReceived
}

const feeRows = (transaction: Transaction): { name: ReactNode; value: ReactNode }[] => {
  const { type, purpose, status, feeUSD, platformFeeUSD, partnerFeeUSD } = transaction
  if (type === 'outgoing') return [{ name: t.networkFee, value: <Usd amount={feeUSD} /> }]
  if (purpose !== 'invoice') return [{ name: t.totalFees, value: <span className="muted">{t.noFee}</span> }]
  if (status === 'unconfirmed')
    return [{ name: t.totalFees, value: <span className="muted small">{t.afterConfirmation}</span> }]
  return [
    { name: t.platformFee, value: <Usd amount={platformFeeUSD} /> },
    { name: t.partnerFee, value: <Usd amount={partnerFeeUSD} /> },
  ]
}

const Notes = ({ transaction: { type, btcPrice, feePercent, confirmedAt } }: Shown) => {
  const price = btcPrice && formatUsd(btcPrice)
  const notes = [
    price && (type === 'incoming' ? t.rate({ price }) : t.rateSent({ price })),
    feePercent && t.feeRateNote({ percent: formatPercent(feePercent) }),
    confirmedAt && t.firstConfirmation({ time: formatDateTime(confirmedAt) }),
  ].filter(Boolean)
  return (
    notes.length > 0 && (
      <div className="aside">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    )
  )
}
