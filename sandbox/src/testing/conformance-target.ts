import { join } from 'node:path'
import type { ConformanceTarget } from '@bitquay/btcpay/conformance/target'
import { formatBtc } from '../control/lever.ts'
import { startTestSandbox } from './test-sandbox.ts'

/** BTCPay's published OpenAPI text, if it was placed beside the project. The suite reports when it is missing. */
const openapiPath = process.env['BTCPAY_OPENAPI'] ?? join(import.meta.dirname, '../../../../shared/btcpay/openapi.json')

/** A separate sandbox for the conformance suite, controlled through its levers. */
export const openConformanceTarget = async ({
  internalNode,
}: {
  internalNode: boolean
}): Promise<ConformanceTarget> => {
  const sandbox = await startTestSandbox()
  const { control } = sandbox
  const foreign = await sandbox.shop()
  await control.policy({ internalNodeForAll: true, internalNode })
  // The pending payment is the one of the last invoice.
  let lastHash = ''

  return {
    url: sandbox.url,
    admin: { apiKey: sandbox.adminKey },
    policies: { hotWalletsForAll: true, internalNodeForAll: true },
    chain: {
      async pay(address, amountSats, options) {
        const replaceable = options?.replaceable ?? true
        return (await control.faucet({ address, amountBtc: formatBtc(amountSats), replaceable })).txid
      },
      async mine(blocks) {
        await control.mine({ blocks })
      },
      async replace(txid, how) {
        if (how === 'bump') return (await control.replace({ txid, keep: true })).txid
        if (how === 'away') return (await control.replace({ txid })).txid
        return (await control.replace({ txid, amountBtc: formatBtc(how.amountSats) })).txid
      },
      async foreignAddress() {
        const path = `/api/v1/stores/${foreign.storeId}/payment-methods/BTC-CHAIN/wallet/address?forceGenerate=true`
        return (await sandbox.ok<{ address: string }>('GET', path)).address
      },
    },
    lightning: {
      async pay(bolt11) {
        await control.lightning({ pay: { bolt11 } })
      },
      async createInvoice(amountMsats) {
        const { bolt11, paymentHash } = await control.lightning({ ask: { amountMsat: String(amountMsats) } })
        lastHash = paymentHash ?? ''
        return { bolt11: bolt11 ?? '', paymentHash: lastHash }
      },
      async hangNext() {
        await control.lightning({ hangNext: 1 })
        const paymentHash = lastHash
        const resolve = async (how: 'complete' | 'fail') => {
          await control.lightning({ resolve: { paymentHash, how } })
        }
        return { complete: () => resolve('complete'), fail: () => resolve('fail') }
      },
      async failNext() {
        await control.lightning({ failNext: 1 })
      },
      async setDown(down) {
        await control.lightning({ down })
      },
    },
    async passTime(seconds) {
      await control.clock({ advanceSeconds: seconds })
    },
    openapiPath,
    close: () => sandbox.stop(),
  }
}
