import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuiltTransaction, type ChainEvents, type Engine, openEngine } from '../engine.ts'

/** An output to a key that nobody holds. */
export const outside = `0014${'42'.repeat(20)}`

type Order = { readonly amountSats?: bigint; readonly satPerKvb?: number; readonly coin?: string }
type Signed = BuiltTransaction & { readonly hex: string }

/** For tests: a separate network where Ann has many coins and pays Bob. */
export type TwoPayers = {
  readonly engine: Engine
  /** Ann pays Bob, from one coin of hers if it is named. */
  build(order?: Order): Signed
  send(order?: Order): Signed
  /** The outpoint of Ann's largest confirmed coin. */
  largestCoin(): string
  /** Records the chain's events until stopped. */
  record(): { readonly received: string[]; stop(): void }
  close(): Promise<void>
}

export const openTwoPayers = async (): Promise<TwoPayers> => {
  const dir = await mkdtemp(join(tmpdir(), 'chain-'))
  const engine = await openEngine({ dir })
  const { wallets, chain } = engine
  for (const id of ['ann', 'bob']) wallets.create({ id, keepKeys: true })
  const script = wallets.addressAt('ann', 0, 0).script
  for (const amountSats of [...Array.from({ length: 30 }, () => 1_000_000n), 50_000_000n]) {
    wallets.payFromTreasury({ outputs: [{ script, amountSats }], satPerKvb: 1000 })
  }
  chain.mine()

  const build = ({ amountSats = 100_000n, satPerKvb = 2000, coin }: Order = {}): Signed => {
    const built = wallets.build('ann', {
      outputs: [{ script: wallets.addressAt('bob', 0, 0).script, amountSats }],
      satPerKvb,
      ...(coin ? { selectedOutpoints: [coin] } : { confirmedOnly: true }),
    })
    if (!built.ok || built.hex === undefined) throw new Error('not built')
    return { ...built, hex: built.hex }
  }
  return {
    engine,
    build,
    send(order) {
      const built = build(order)
      const sent = chain.broadcast(built.hex)
      if (!sent.ok) throw new Error(sent.message)
      return built
    },
    largestCoin() {
      const [coin] = wallets
        .coins('ann')
        .filter(({ confirmations }) => confirmations > 0)
        .sort((a, b) => (a.amountSats < b.amountSats ? 1 : -1))
      if (!coin) throw new Error('no coin')
      return coin.outpoint
    },
    record() {
      const received: string[] = []
      const offs = (['txSeen', 'txRemoved', 'blockConnected', 'blockDisconnected'] as const).map((name) =>
        chain.on(name, (event: ChainEvents[typeof name]) => {
          if ('reason' in event) received.push(`${event.reason} ${event.transaction.txid}`)
          else if ('entry' in event) received.push(`${event.returned ? 'returned' : 'seen'} ${event.transaction.txid}`)
          else received.push(`${name} ${event.block.height}`)
        }),
      )
      return { received, stop: () => offs.forEach((off) => off()) }
    },
    async close() {
      await engine.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
