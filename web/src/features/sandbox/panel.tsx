import { formatDate, formatTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import { ChainCard } from './chain-card.tsx'
import { DeviceCard } from './device-card.tsx'
import { LeversCard } from './levers-card.tsx'
import { MempoolCard } from './mempool-card.tsx'
import * as t from './messages.ts'
import { StoresCard } from './stores-card.tsx'
import { type SandboxState, useSandboxState } from './use-sandbox-state.ts'

/** The private Bitcoin network: what it does now, and what it can be made to do. */
export const SandboxPanel = () => {
  const { data: state, isError } = useSandboxState()
  if (!state) {
    return (
      <Card title={t.chain}>
        {isError ? <Notice kind="bad">{t.notResponding}</Notice> : <SkeletonLines lines={4} />}
      </Card>
    )
  }
  return (
    <>
      {isError && (
        <div className="c12">
          <Notice kind="wait">{t.oldFigures}</Notice>
        </div>
      )}
      <LeversCard state={state} />
      <ChainCard state={state} />
      <Glance state={state} />
      <MempoolCard state={state} />
      <StoresCard state={state} />
      <DeviceCard />
    </>
  )
}

const Glance = ({ state: { rate, clock, levers, stores } }: { state: SandboxState }) => (
  <Tiles>
    <Tile label={t.onePrice} figure={<Usd amount={rate.usd} />} note={rate.pinned ? t.fixedPrice : t.movingPrice} />
    <Tile
      label={t.clock}
      figure={formatTime(new Date(clock.now * 1000))}
      note={formatDate(new Date(clock.now * 1000))}
    />
    <Tile
      label="BTCPay"
      figure={levers.engineDown ? t.down : t.running}
      note={levers.automineSeconds > 0 ? t.blockEvery({ seconds: String(levers.automineSeconds) }) : t.manualBlocks}
    />
    <Tile
      label={t.invoices}
      figure={formatCount(stores.reduce((sum, { invoices }) => sum + invoices, 0))}
      note={t.inStores({ count: stores.length })}
    />
  </Tiles>
)
