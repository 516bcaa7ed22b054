import type { Deps } from '../deps.ts'
import { readPrice, savePrice } from '../prices/index.ts'
import { measureEngine } from './check-servers.ts'
import { watchPlatform } from './worker.ts'

/** What the workers do at their intervals, for somebody who has just mended something. */
export const checkNow = async (deps: Deps): Promise<void> => {
  const readNewPrice = async () => {
    const price = await readPrice(deps)
    if (price) await savePrice(deps.db, price)
  }
  await Promise.all([readNewPrice(), ...deps.engines.all.map(({ id }) => measureEngine(deps, id))])
  await watchPlatform(deps)
}
