import type { z } from 'zod'
import * as chainLevers from './chain-levers.ts'
import * as deviceLevers from './device-levers.ts'
import type { Lever, LeverContext } from './lever.ts'
import { LeverRefusal } from './lever.ts'
import * as paymentLevers from './payment-levers.ts'
import { readBlocks, readState } from './read-state.ts'
import * as serverLevers from './server-levers.ts'

/** Keyed by the lever names that the product uses. */
export const levers = {
  pay: paymentLevers.pay,
  mine: chainLevers.mine,
  automine: chainLevers.automine,
  reorg: chainLevers.reorg,
  address: chainLevers.address,
  faucet: chainLevers.faucet,
  replace: chainLevers.replace,
  evict: chainLevers.evict,
  fees: chainLevers.fees,
  engine: serverLevers.engine,
  fail: serverLevers.fail,
  webhooks: serverLevers.webhooks,
  late: serverLevers.late,
  clock: chainLevers.clock,
  rate: serverLevers.rate,
  lightning: paymentLevers.lightning,
  policy: serverLevers.policy,
  device: deviceLevers.device,
  sign: deviceLevers.sign,
} as const

type Levers = typeof levers
type Pull<L> = L extends Lever<infer I, infer O> ? (input: z.input<I>) => Promise<Awaited<O>> : never

/** The levers as functions, for tests and for a server in the same process. */
export type Control = { [name in keyof Levers]: Pull<Levers[name]> } & {
  state(): Promise<ReturnType<typeof readState>>
  blocks(count?: number, below?: number): Promise<ReturnType<typeof readBlocks>>
  /** Resolves when no webhook is being delivered. Webhooks that wait for a retry don't count. */
  webhooksIdle(): Promise<void>
}

/** Validates the input, runs the lever, lets BTCPay see what happened, and waits until all of it is on the disk. */
export const pull = async (context: LeverContext, name: string, input: unknown): Promise<unknown> => {
  const found: Lever | undefined = Object.hasOwn(levers, name) ? levers[name as keyof Levers] : undefined
  if (!found) throw new LeverRefusal(404, 'This sandbox tool doesn’t exist.')
  const parsed = found.input.safeParse(input)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const where = issue?.path.join('.') ?? ''
    throw new LeverRefusal(400, `${where === '' ? '' : `${where}: `}${issue?.message ?? 'The input isn’t valid.'}`)
  }
  const result = await found.run(context, parsed.data)
  context.btcpay.watcher.drain()
  await context.engine.store.synced()
  return result
}

export const createControl = (context: LeverContext): Control => {
  const pulls = Object.fromEntries(
    Object.keys(levers).map((name) => [name, (input: unknown) => pull(context, name, input ?? {})]),
  )
  return {
    ...(pulls as { [name in keyof Levers]: Pull<Levers[name]> }),
    async state() {
      await context.engine.store.synced()
      return readState(context)
    },
    async blocks(count = 20, below) {
      await context.engine.store.synced()
      return readBlocks(context, count, below)
    },
    async webhooksIdle() {
      await context.engine.store.synced()
      await context.btcpay.sender.idle()
    },
  }
}
