import { formatTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import * as t from './messages.ts'
import './chain-card.css'
import type { SandboxState } from './use-sandbox-state.ts'

/** The last blocks as containers in a row on the quay, the newest in signal; beside it the next one, not yet there. */
export const ChainCard = ({ state: { chain, mempool } }: { state: SandboxState }) => (
  <Card title={t.chain} note={t.height({ height: formatCount(chain.height) })} bare>
    <ol className="chain" aria-label={t.blocksNewestFirst}>
      <li className="next column small nowrap">
        <b>{t.next}</b>
        <span>{countTransactions(mempool.size)}</span>
        <span>{mempool.size === 0 ? t.emptyMempool : t.inMempool}</span>
      </li>
      {chain.blocks.map((block, index) => (
        <li
          key={block.hash}
          className={classNames('on column small nowrap', index === 0 && 'newest')}
          title={block.hash}
        >
          <b>{formatCount(block.height)}</b>
          <span>{countTransactions(block.txids.length)}</span>
          <span>{formatTime(new Date(block.time * 1000))}</span>
        </li>
      ))}
    </ol>
    <div className="wall-below" />
  </Card>
)

const countTransactions = (count: number) => t.transactions({ count })
