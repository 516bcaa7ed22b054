import { formatAge } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import type { Status } from './use-status.ts'

export type Reading = { health: 'ok' | 'wait' | 'bad'; state: string; detail: string }

/** The platform as a whole: its database, its price, and whether it can take payments. */
export const describeSystem = ({ database, engine, price }: Status, now: Date): Reading => {
  if (!database.ok) return { health: 'bad', state: 'Database not answering', detail: 'Figures may be old' }
  if (!price.at) return { health: 'wait', state: 'No price yet', detail: 'Amounts in dollars follow when there is one' }
  const detail = `Prices ${formatAge(price.at, now)} old`
  if (!engine.reachable) return { health: 'wait', state: 'Payments interrupted', detail }
  return price.stale
    ? { health: 'wait', state: 'Prices are old', detail }
    : { health: 'ok', state: 'All services up', detail }
}

/** The Bitcoin network as our engine sees it. */
export const describeNetwork = ({ engine, chain }: Status, now: Date): Reading => {
  const detail =
    chain.height === null
      ? 'No block seen yet'
      : `Block ${formatCount(chain.height)}${chain.tipAt ? `, ${formatAge(chain.tipAt, now)} ago` : ''}`
  if (!engine.reachable) return { health: 'bad', state: 'Not reachable', detail }
  return engine.synced ? { health: 'ok', state: 'Synced', detail } : { health: 'wait', state: 'Syncing', detail }
}

/** The engine that takes the payments. */
export const describeGateway = ({ engine, hooks }: Status, now: Date): Reading => {
  if (!engine.reachable) {
    const detail = engine.checkedAt ? `Last tried ${formatAge(engine.checkedAt, now)} ago` : 'Not reached yet'
    return { health: 'bad', state: 'Not connected', detail }
  }
  const parts = [
    engine.latencyMs === null ? undefined : `Answers in ${formatCount(engine.latencyMs)} ms`,
    hooks.lagSeconds === null ? undefined : `hooks ${formatCount(Math.round(hooks.lagSeconds))} s behind`,
  ].filter((part) => part !== undefined)
  return { health: 'ok', state: 'Connected', detail: capitalised(parts.join(', ')) || 'Ready for payments' }
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
