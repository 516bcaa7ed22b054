import { formatDate, formatTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import { ChainCard } from './chain-card.tsx'
import { LeversCard } from './levers-card.tsx'
import { MempoolCard } from './mempool-card.tsx'
import { StoresCard } from './stores-card.tsx'
import { type SandboxState, useSandboxState } from './use-sandbox-state.ts'

/** The private Bitcoin network: what it does now, and what it can be made to do. */
export const SandboxPanel = () => {
  const { data: state, isError } = useSandboxState()
  if (!state) {
    return (
      <Card title="Chain">
        {isError ? <Notice kind="bad">The sandbox does not answer.</Notice> : <SkeletonLines lines={4} />}
      </Card>
    )
  }
  return (
    <>
      {isError && (
        <div className="c12">
          <Notice kind="wait">The sandbox does not answer. These figures are from before.</Notice>
        </div>
      )}
      <ChainCard state={state} />
      <Glance state={state} />
      <LeversCard state={state} />
      <MempoolCard state={state} />
      <StoresCard state={state} />
    </>
  )
}

const Glance = ({ state: { rate, clock, levers, stores } }: { state: SandboxState }) => (
  <Tiles>
    <Tile label="One bitcoin" figure={<Usd amount={rate.usd} />} note={rate.pinned ? 'Held' : 'Moving'} />
    <Tile label="Clock" figure={formatTime(new Date(clock.now * 1000))} note={formatDate(new Date(clock.now * 1000))} />
    <Tile
      label="BTCPay"
      figure={levers.engineDown ? 'Away' : 'Running'}
      note={levers.automineSeconds > 0 ? `A block every ${levers.automineSeconds} s` : 'Blocks by hand'}
    />
    <Tile
      label="Invoices"
      figure={formatCount(stores.reduce((sum, { invoices }) => sum + invoices, 0))}
      note={`In ${stores.length} stores`}
    />
  </Tiles>
)
