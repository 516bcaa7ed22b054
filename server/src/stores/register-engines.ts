import { ConfigError, type EngineSettings } from '../config.ts'
import { mainEngineId, type PlatformEngine } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import type { StoreUses } from './store-use.ts'
import { type EngineRow, findEnginesWithStores, insertEngine, lockEngines, updateEngine } from './table.engines.ts'
import { findPlatformServer, moveStores } from './table.ts'

/**
 * Saves the engines of the settings, the main one first, and returns them with their IDs. The main one keeps its ID, the
 * others are found by their names, or by their addresses if they were renamed. An engine with a new address takes its
 * stores along. An engine with stores must not disappear from the settings, since nobody could reach them any more.
 */
export const registerEngines = (
  db: Db,
  engines: readonly EngineSettings[],
  storeUses: StoreUses,
): Promise<PlatformEngine[]> =>
  inTransaction(db, async (tx) => {
    const rows = await lockEngines(tx)
    const registered: PlatformEngine[] = []
    for (const [index, engine] of engines.entries()) {
      const row = index === 0 ? rows.find(({ id }) => id === mainEngineId) : findRow(rows, engine, engines)
      registered.push({ ...engine, id: await register(tx, storeUses, engine, row, index === 0) })
    }
    await requireEnginesWithStores(tx, registered)
    return registered
  })

const findRow = (rows: readonly EngineRow[], engine: EngineSettings, engines: readonly EngineSettings[]) => {
  const further = rows.filter(({ id }) => id !== mainEngineId)
  const isNamed = (row: EngineRow) => engines.some(({ name }) => isSame(name, row.name))
  return (
    further.find((row) => isSame(row.name, engine.name)) ??
    further.find((row) => row.url === engine.url && !isNamed(row))
  )
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const register = async (
  tx: Tx,
  storeUses: StoreUses,
  engine: EngineSettings,
  row: EngineRow | undefined,
  isMain: boolean,
) => {
  const { name, url } = engine
  const known = { name, url, capacity: engine.capacity ?? null }
  await requireFreeAddress(tx, engine, row)
  // Without a row, the platform's own store says where the main engine was.
  const before = row?.url ?? (isMain ? await findPlatformServer(tx) : undefined)
  if (row) await updateEngine(tx, row.id, known)
  const id = row?.id ?? (await insertEngine(tx, isMain ? { ...known, id: mainEngineId } : known))
  if (before !== undefined && before !== url) await moveServer(tx, storeUses, before, url)
  return id
}

/**
 * One of the operator's BTCPay Servers may have a new address: the sandbox's port was taken, or the operator moved it.
 * Its stores move with it. Stores on merchants' own servers stay where they are.
 */
const moveServer = async (
  tx: Tx,
  { invoices, depositAddresses, loopOuts }: StoreUses,
  before: string,
  after: string,
) => {
  await moveStores(tx, before, after)
  for (const use of [invoices, depositAddresses, loopOuts]) await use.moveServer(tx, before, after)
}

const requireFreeAddress = async (tx: Tx, { name, url }: EngineSettings, row: EngineRow | undefined) => {
  const other = (await lockEngines(tx)).find((each) => each.url === url && each.id !== row?.id)
  if (!other) return
  throw new ConfigError(
    `The engine ${name} can’t have the address ${url}, which belongs to the engine ${other.name}. Keep their names.`,
  )
}

const requireEnginesWithStores = async (tx: Tx, registered: readonly PlatformEngine[]) => {
  const missing = (await findEnginesWithStores(tx)).find(({ id }) => registered.every((engine) => engine.id !== id))
  if (!missing) return
  const { name, stores } = missing
  throw new ConfigError(
    `BTCPAY_ENGINES has no engine named ${name}, but ${stores === 1 ? 'a store is' : `${stores} stores are`} on it. Add it again.`,
  )
}
