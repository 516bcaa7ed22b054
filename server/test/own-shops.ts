import { fromSats } from '@bitquay/contract/money'
import { connectOwnWallet } from '@bitquay/contract/own-keys'
import { sql } from 'kysely'
import { applyChange } from '../src/own-keys/apply-change.ts'
import { readWallet } from '../src/own-keys/read-wallet.ts'
import { findDueOwnKeysChanges } from '../src/own-keys/table.ts'
import { addressAt, firstAddresses, type OwnWallet, type Script } from '../src/platform/bitcoin/own-wallet.ts'
import { finishMove } from '../src/stores/move-store.ts'
import { findNextStores } from '../src/stores/queries.moves.ts'
import { findStore, openStore } from '../src/stores/table.ts'
import type { Money } from './money.ts'
import { ask, codeOf, forgetCodes } from './people.ts'
import { openShop } from './shops.ts'

const deviceScripts = {
  pkh: 'pkh',
  'sh-wpkh': 'sh-wpkh',
  wpkh: 'wpkh',
  tr: 'tr',
  'wsh-sortedmulti': 'wsh-multi',
} as const

let accounts = 0

/** A shop whose wallet only the sandbox's signing device has the keys of, with these coins. */
export const openOwnShop = async (money: Money, name: string, script: Script, ...coins: bigint[]) => {
  const { descriptor } = await money.engine.control.device({ script: deviceScripts[script], account: ++accounts })
  return openShopWith(money, name, descriptor, ...coins)
}

/** A shop that uses the wallet that this text describes. */
export const openShopWith = async (money: Money, name: string, text: string, ...coins: bigint[]) => {
  const shop = await openShop(money, name)
  const { server, deps, engine } = money
  const { wallet } = readWallet({ text }, 'regtest')
  if (!wallet) throw new Error('the wallet can’t be read')
  const code = async () => {
    await forgetCodes(server, shop.owner)
    return { twoFactorToken: codeOf(shop.secret) }
  }
  const body = { text, addresses: firstAddresses(wallet, 'regtest'), isUnused: true, ...(await code()) }
  const answer = await ask(server, connectOwnWallet, { token: shop.token, body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  await sql`update own_keys_changes set due_at = app_now() where status = 'waiting'`.execute(deps.db)
  for (const change of await findDueOwnKeysChanges(deps.db, 100)) await applyChange(deps, change)
  for (const next of await findNextStores(deps.db, 'platform', 100)) await finishMove(deps, next)
  for (const change of await findDueOwnKeysChanges(deps.db, 100)) await applyChange(deps, change)
  const store = openStore(await findStore(deps.db, shop.id), deps.sealer)
  if (!store?.ownWallet) throw new Error('the wallet isn’t in use')
  const fund = async (...amountsSats: bigint[]) => {
    for (const sats of amountsSats)
      await engine.control.faucet({ address: await money.addressOf(store), amountBtc: fromSats(sats) })
    await money.mine(1, store)
  }
  if (coins.length > 0) await fund(...coins)
  return { ...shop, store, wallet, code, fund, isOwnAddress: (address: string) => isOf(wallet, address) }
}

export type OwnShop = Awaited<ReturnType<typeof openOwnShop>>

const isOf = (wallet: OwnWallet, address: string) =>
  [0, 1].some((branch) =>
    Array.from({ length: 50 }, (_, index) => addressAt(wallet, 'regtest', index, branch === 0 ? 0 : 1)).includes(
      address,
    ),
  )
