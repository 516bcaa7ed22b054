import { formatTime } from '../../lib/format-date.ts'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import './mempool-card.css'
import { useLever } from './use-lever.ts'
import type { SandboxState } from './use-sandbox-state.ts'

type Waiting = SandboxState['mempool']['transactions'][number]

/** What waits for a block, and what can still be done to it. */
export const MempoolCard = ({ state: { mempool } }: { state: SandboxState }) => (
  <Card title="Mempool" note={`${mempool.size} waiting`} span={7} bare>
    {mempool.transactions.length === 0 ? (
      <p className="pad muted">Nothing waits for a block.</p>
    ) : (
      <ul className="mempool">
        {mempool.transactions.map((transaction) => (
          <Row key={transaction.txid} transaction={transaction} />
        ))}
      </ul>
    )}
  </Card>
)

const Row = ({ transaction: { txid, feeSats, vsize, seenAt } }: { transaction: Waiting }) => {
  const replace = useLever('replace')
  const evict = useLever('evict')
  const named = shortenMiddle(txid, 8, 20)
  return (
    <li>
      <div className="which">
        <span className="mono" title={txid}>
          {named}
        </span>
        <CopyButton text={txid} label="Transaction hash" />
      </div>
      <span className="small muted">
        {feeRate(feeSats, vsize)} sat/vB · {formatTime(new Date(seenAt * 1000))}
      </span>
      <div className="acts">
        <Button
          size="sm"
          aria-label={`Take back ${named}`}
          busy={replace.isPending}
          onClick={() => replace.mutate({ body: { txid }, done: 'The payer took the payment back.' })}
        >
          Take back
        </Button>
        <Button
          size="sm"
          aria-label={`Bump ${named}`}
          onClick={() => replace.mutate({ body: { txid, keep: true }, done: 'It pays a higher fee now.' })}
        >
          Bump
        </Button>
        <Button
          size="sm"
          aria-label={`Evict ${named}`}
          busy={evict.isPending}
          onClick={() => evict.mutate({ body: { txid }, done: 'The mempool has dropped it.' })}
        >
          Evict
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
