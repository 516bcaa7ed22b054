import { join } from 'node:path'
import { describeConformance } from '@bitquay/btcpay/conformance/describe-conformance'
import type { ConformanceTarget } from '@bitquay/btcpay/conformance/target'
import { formatBtc } from './control/lever.ts'
import { startTestSandbox } from './testing/test-sandbox.ts'

/** BTCPay's published text, where someone has laid it beside the project; the suite says so where it is absent. */
const openapiPath = join(import.meta.dirname, '../../../shared/btcpay/openapi.json')

describeConformance('the sandbox', openTarget)

async function openTarget(): Promise<ConformanceTarget> {
  const sandbox = await startTestSandbox()
  const { control } = sandbox
  const foreign = await sandbox.shop()
  await control.policy({ internalNodeForAll: true })

  return {
    url: sandbox.url,
    admin: { email: sandbox.adminEmail, password: sandbox.adminPassword, apiKey: sandbox.adminKey },
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
        return (await control.lightning({ ask: { amountMsat: String(amountMsats) } })).bolt11 ?? ''
      },
      async hangNext() {
        await control.lightning({ hangNext: 1 })
        const resolve = async (how: 'complete' | 'fail') => {
          const key = await sandbox.keyWith('unrestricted')
          const path = '/api/v1/server/lightning/BTC/payments?includePending=true'
          const payments = await sandbox.ok<{ paymentHash: string; status: string }[]>('GET', path, undefined, key)
          const pending = payments.find(({ status }) => status === 'Pending')
          await control.lightning({ resolve: { paymentHash: pending?.paymentHash ?? '', how } })
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
