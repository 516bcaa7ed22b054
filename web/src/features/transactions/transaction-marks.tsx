import type { Transaction } from '@bitquay/contract/transactions'
import { Zap } from 'lucide-react'
import { Badge, Tag } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Btc, Usd } from '../../ui/figures.tsx'
import { stateOf } from './describe-transaction.ts'
import * as t from './messages.ts'

type Shown = { transaction: Transaction }

/** Green is only for confirmed money in. */
export const Amount = ({ transaction: { type, status, amount, amountUSD } }: Shown) => (
  <span className="amt">
    <Usd amount={amountUSD} signed className={classNames(type === 'incoming' && status === 'confirmed' && 'in-amt')} />
    <Btc amount={amount} />
  </span>
)

export const State = ({ transaction }: Shown) => {
  const { shape, word } = stateOf(transaction)
  return <Badge shape={shape}>{word}</Badge>
}

/** What kind of payment it is. */
export const Kinds = ({ transaction: { invoiceId, paymentMethod, disputed } }: Shown) => (
  <>
    {invoiceId && <Tag>{t.invoice}</Tag>}
    {paymentMethod === 'BTC-LN' && <Tag icon={<Zap className="ico" aria-hidden="true" />}>{t.lightning}</Tag>}
    {disputed && <Badge shape="dashed">{t.disputed}</Badge>}
  </>
)
