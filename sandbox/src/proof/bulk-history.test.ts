import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openEngine } from '../engine/engine.ts'
import { makeBulkHistory } from './bulk-history.ts'
import { checkEngine } from './check-engine.ts'

it('creates long histories whose pages are correct at both ends', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'bulk-'))
  const engine = await openEngine({ dir })
  engine.wallets.create({ id: 'shop', keepKeys: true })
  await makeBulkHistory(engine, 'shop', 2500)
  const { wallets } = engine
  const amounts = (page: Parameters<typeof wallets.history>[1]) =>
    wallets.history('shop', page).map(({ amountSats }) => amountSats)
  expect(amounts({ limit: 3 })).toEqual([3499n, 3498n, 3497n])
  expect(amounts({ skip: 1000, limit: 2, status: 'confirmed' })).toEqual([2499n, 2498n])
  expect(amounts({ skip: 2498, limit: 25 })).toEqual([1001n, 1000n])
  expect(amounts({ status: 'unconfirmed' })).toEqual([])
  checkEngine(engine)
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})
