import type { Transaction } from '@bitquay/contract/transactions'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { dateOfTimestamp, formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { shortenForDesk, shortenForPhone } from '../../lib/shorten.ts'
import { Shortened } from '../../ui/shortened.tsx'
import { counterpartyOf, directionOf } from './describe-transaction.ts'
import { Direction } from './direction.tsx'
import type { Explorer } from './explorer.ts'
import { TransactionDetails } from './transaction-details.tsx'
import { Amount, Kinds, State } from './transaction-marks.tsx'

/** One line of the history; a press unfolds everything that is known of it. */
export const TransactionRow = ({ transaction, explorer }: { transaction: Transaction; explorer: Explorer }) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { type, timestamp, confirmations } = transaction
  const counterparty = counterpartyOf(transaction)
  return (
    <li className={open ? 'open' : undefined}>
      <button type="button" className="line" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Direction type={type} />
        <span className="what">
          {directionOf(transaction)} <State transaction={transaction} /> <Kinds transaction={transaction} />
        </span>
        <span className="meta">
          <span>{formatDateTime(dateOfTimestamp(timestamp))}</span>
          {confirmations > 0 && (
            <span>
              {formatCount(confirmations)} {confirmations === 1 ? 'confirmation' : 'confirmations'}
            </span>
          )}
          {counterparty && (
            <span className="end">
              {type === 'incoming' ? 'From:' : 'Sent to:'}{' '}
              <Shortened
                text={counterparty}
                phone={shortenForPhone(counterparty)}
                desk={shortenForDesk(counterparty)}
              />
            </span>
          )}
        </span>
        <Amount transaction={transaction} />
        <ChevronDown className="ico chevron" aria-hidden="true" />
      </button>
      <div id={id} hidden={!open}>
        {open && <TransactionDetails transaction={transaction} explorer={explorer} />}
      </div>
    </li>
  )
}
