import { formatActivity, formatAgo } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import * as t from './messages.ts'
import type { Status } from './use-status.ts'

export type Reading = { health: 'ok' | 'wait' | 'bad'; state: string; detail: string }

/** The platform as a whole: its database, its price, and whether it can take payments. */
export const describeSystem = ({ database, engine, price }: Status, now: Date): Reading => {
  if (!database.ok) return { health: 'bad', state: t.databaseDown, detail: t.maybeOld }
  if (database.readOnlyAsOf)
    return { health: 'wait', state: t.readOnly, detail: t.figuresFrom({ time: formatActivity(database.readOnlyAsOf) }) }
  if (!price.at) return { health: 'wait', state: t.noPrice, detail: t.noPriceNext }
  const detail = t.priceAge({ ago: formatAgo(price.at, now) })
  if (!engine.reachable) return { health: 'wait', state: t.interrupted, detail }
  return price.stale ? { health: 'wait', state: t.oldPrices, detail } : { health: 'ok', state: t.allUp, detail }
}

/** The Bitcoin network as our engine sees it. */
export const describeNetwork = ({ engine, chain }: Status, now: Date): Reading => {
  const detail = describeBlock(chain, now)
  if (!engine.reachable) return { health: 'bad', state: t.unreachable, detail }
  return engine.synced ? { health: 'ok', state: t.synced, detail } : { health: 'wait', state: t.syncing, detail }
}

/** The engine that takes the payments. */
export const describeGateway = ({ engine, hooks }: Status, now: Date): Reading => {
  if (!engine.reachable) {
    const detail = engine.checkedAt ? t.lastTried({ ago: formatAgo(engine.checkedAt, now) }) : t.neverReached
    return { health: 'bad', state: t.notConnected, detail }
  }
  return { health: 'ok', state: t.connected, detail: describeSpeed(engine.latencyMs, hooks.lagSeconds) }
}

const describeBlock = (chain: Status['chain'], now: Date): string => {
  if (chain.height === null) return t.noBlock
  const height = formatCount(chain.height)
  return chain.tipAt ? t.blockAge({ height, ago: formatAgo(chain.tipAt, now) }) : t.block({ height })
}

/** Webhooks always take a moment. */
const usualLagSeconds = 10

const describeSpeed = (latencyMs: number | null, lagSeconds: number | null): string => {
  const ms = latencyMs === null ? undefined : formatCount(latencyMs)
  const seconds = lagSeconds === null || lagSeconds < usualLagSeconds ? undefined : formatCount(Math.round(lagSeconds))
  if (ms !== undefined && seconds !== undefined) return t.latencyAndLag({ ms, seconds })
  if (ms !== undefined) return t.latency({ ms })
  return seconds === undefined ? t.ready : t.lag({ seconds })
}
