import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authConformance } from './auth-conformance.ts'
import { invoiceConformance } from './invoice-conformance.ts'
import { lightningConformance } from './lightning-conformance.ts'
import { onChainLifecycleConformance } from './on-chain-lifecycle-conformance.ts'
import { otherLifecycleConformance } from './other-lifecycle-conformance.ts'
import { rateConformance } from './rate-conformance.ts'
import { sendConformance } from './send-conformance.ts'
import { storeConformance } from './store-conformance.ts'
import type { ChainHands, ConformanceTarget } from './target.ts'
import { walletConformance } from './wallet-conformance.ts'
import { webhookConformance } from './webhook-conformance.ts'
import { openWorld, type World } from './world.ts'

/**
 * What we rely on in a BTCPay Server, as tests. Call it in a test file with a way to start the server. It is stopped at
 * the end. Numbers in test names are those of docs/btcpay-behaviours.md.
 */
export const describeConformance = (
  name: string,
  start: () => Promise<ConformanceTarget>,
  options: { timeoutMs?: number } = {},
): void => {
  describe(name, { timeout: options.timeoutMs ?? 60_000 }, () => {
    let opened: World | undefined
    const world = (): World => {
      if (opened === undefined) throw new Error('the server did not start')
      return opened
    }

    let skipThisTest: (note: string) => never
    beforeEach(({ skip }) => {
      skipThisTest = skip
    })
    beforeAll(async () => {
      const target = await start()
      const skipTest = (reason: string) => skipThisTest(reason)
      opened = await openWorld({ ...target, skipTest, chain: equip(target.chain, skipTest) })
    }, 120_000)
    afterAll(async () => {
      await opened?.close()
    })

    storeConformance(world)
    authConformance(world)
    rateConformance(world)
    invoiceConformance(world)
    onChainLifecycleConformance(world)
    otherLifecycleConformance(world)
    walletConformance(world)
    sendConformance(world)
    lightningConformance(world)
    webhookConformance(world)

    // It checks the responses to all of the above, so it comes last.
    it('responds as BTCPay’s published text says', ({ skip }) => {
      const { openapi } = world()
      if (openapi === undefined) return skip('there is no openapi.json of BTCPay to compare with (BTCPAY_OPENAPI)')
      expect(openapi.checkedCount()).toBeGreaterThan(0)
      expect(openapi.violations()).toEqual([])
    })
  })
}

/** Without a payer, the tests that need a payment are skipped with a note, and those that need a block without leave to mine. */
const equip = (chain: ConformanceTarget['chain'], skip: (note: string) => never): ChainHands => {
  const refuse = async () => skip('this target has nobody to pay on-chain (BITCOIND_RPC_URL)')
  const mine = async () => skip('nobody said that blocks may be mined on this chain (BITCOIND_OWN_CHAIN=true)')
  return { mine, ...(chain ?? { pay: refuse, mine: refuse, replace: refuse, foreignAddress: refuse }) }
}
