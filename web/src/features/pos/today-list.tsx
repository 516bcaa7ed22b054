import type { PosState, Sale } from '@bitquay/contract/tills.pos'
import { Price } from '../../frame/price.tsx'
import { formatTime } from '../../lib/format-date.ts'
import { formatPrice } from '../../lib/format-price.ts'
import * as t from './messages.ts'

type Props = {
  state: PosState
  most: number
  /** Makes each sale a button. */
  onChoose?: (sale: Sale) => void
}

/** Today's total of this device, and its newest paid sales. */
export const TodayList = ({ state, most, onChoose }: Props) => {
  const { today, till } = state
  const paid = state.sales.filter(({ status }) => status === 'paid' || status === 'paid-late').slice(0, most)
  return (
    <section aria-label={t.today}>
      <div className="lab flex between">
        <span>{t.today}</span>
        <span className="hint">
          {t.todaySum({ count: today.sales, total: formatPrice(today.total, till.currency) })}
        </span>
      </div>
      {paid.length === 0 ? (
        <p className="hint">{t.noSales}</p>
      ) : (
        <ul className="rec">
          {paid.map((sale) => (
            <li className="flex between gap-4" key={sale.saleId}>
              {onChoose ? (
                <button type="button" className="btn btn--line btn--big" onClick={() => onChoose(sale)}>
                  <span>{t.saleLine({ time: formatTime(sale.createdAt), how: nameMethod(sale) })}</span>
                  <Price amount={sale.total} currency={sale.currency} />
                </button>
              ) : (
                <>
                  <span className="muted">
                    {t.saleLine({ time: formatTime(sale.createdAt), how: nameMethod(sale) })}
                  </span>
                  <Price amount={sale.total} currency={sale.currency} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const nameMethod = ({ paidBy }: Sale) =>
  paidBy === 'on-chain' ? t.onChain : paidBy === 'lightning' ? t.lightning : t.paid
