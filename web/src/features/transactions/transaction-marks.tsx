import type { Transaction } from '@bitquay/contract/transactions'
import { Badge } from '../../ui/badge.tsx'
import { stateOf } from './describe-transaction.ts'

export const State = ({ transaction }: { transaction: Pick<Transaction, 'status'> }) => {
  const { shape, word } = stateOf(transaction)
  return <Badge shape={shape}>{word}</Badge>
}
