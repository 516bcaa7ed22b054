import { FirstRows } from '../../frame/first-rows.tsx'
import { formatTime } from '../../lib/format-date.ts'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import * as t from './messages.ts'
import './mempool-card.css'
import { useLever } from './use-lever.ts'
import type { SandboxState } from './use-sandbox-state.ts'

type Waiting = SandboxState['mempool']['transactions'][number]

/** What waits for a block, and what can still be done to it. */
export const MempoolCard = ({ state: { mempool } }: { state: SandboxState }) => (
  <Card title={t.mempool} note={t.waiting({ count: String(mempool.size) })} span={7} bare>
    {mempool.transactions.length === 0 ? (
      <p className="pad muted">{t.nothingWaiting}</p>
    ) : (
      <FirstRows rows={mempool.transactions} few={6} label={t.showAllTransactions}>
        {(shown) => (
          <ul className="mempool lined">
            {shown.map((transaction) => (
              <Row key={transaction.txid} transaction={transaction} />
            ))}
          </ul>
        )}
      </FirstRows>
    )}
  </Card>
)

const Row = ({ transaction: { txid, feeSats, vsize, seenAt } }: { transaction: Waiting }) => {
  const replace = useLever('replace')
  const evict = useLever('evict')
  const named = shortenMiddle(txid, 8, 20)
  return (
    <li className="cluster gap-y-1 gap-x-4">
      <div className="across gap-1">
        <span className="mono" title={txid}>
          {named}
        </span>
        <CopyButton text={txid} label={t.transactionHash} />
      </div>
      <span className="small muted">
        {t.feeAndTime({ rate: feeRate(feeSats, vsize), time: formatTime(new Date(seenAt * 1000)) })}
      </span>
      <div className="acts flex ml-auto gap-1.5">
        <Button
          size="sm"
          aria-label={t.cancelOne({ txid: named })}
          busy={replace.isPending}
          onClick={() => replace.mutate({ body: { txid }, done: t.canceled })}
        >
          {t.cancel}
        </Button>
        <Button
          size="sm"
          aria-label={t.bumpOne({ txid: named })}
          onClick={() => replace.mutate({ body: { txid, keep: true }, done: t.bumped })}
        >
          {t.bump}
        </Button>
        <Button
          size="sm"
          aria-label={t.evictOne({ txid: named })}
          busy={evict.isPending}
          onClick={() => evict.mutate({ body: { txid }, done: t.evicted })}
        >
          {t.evict}
        </Button>
      </div>
    </li>
  )
}

/** Satoshis per virtual byte with one decimal, in whole numbers throughout. */
const feeRate = (feeSats: string, vsize: number) => {
  const tenths = (BigInt(feeSats) * 10n) / BigInt(Math.max(1, vsize))
  return `${tenths / 10n}.${tenths % 10n}`
}
