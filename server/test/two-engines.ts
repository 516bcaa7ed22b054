import { sql } from 'kysely'
import { expect } from 'vitest'
import { startTestEngine } from './engine.ts'
import { startMoney } from './money.ts'

/** A platform with two engines, and stores on either. */
export const startTwoEngines = async () => {
  const second = await startTestEngine('second')
  const { url, apiKey } = second.engine
  const money = await startMoney({}, [{ name: 'second', url, apiKey }])

  const setCapacities = (main: number | null, further: number | null) =>
    sql`update engines set capacity = case id when 1 then ${main}::int else ${further}::int end`.execute(money.deps.db)
  const newStoreOn = async (engineId: number, name: string) => {
    await sql`update engines set capacity = case when id = ${engineId} then null else 1 end`.execute(money.deps.db)
    const store = await money.newStore(name)
    await setCapacities(null, null)
    expect(store.engineId).toBe(engineId)
    return store
  }
  const countStores = async () => {
    const { rows } = await sql<{ engineId: number; stores: number }>`
      select engine_id, count(*)::int as stores from stores where merchant_id is not null group by 1 order by 1`.execute(
      money.deps.db,
    )
    return new Map(rows.map(({ engineId, stores }) => [engineId, stores]))
  }

  const close = async () => {
    await money.close()
    await second.close()
  }
  return { money, second, setCapacities, newStoreOn, countStores, close }
}
