import { describe, it } from 'vitest'
import { openBitcoindHands } from './bitcoind-hands.ts'
import { describeConformance } from './describe-conformance.ts'

const {
  BTCPAY_TEST_URL: url,
  BTCPAY_TEST_EMAIL: email,
  BTCPAY_TEST_PASSWORD: password,
  BTCPAY_TEST_API_KEY: apiKey,
  BTCPAY_TEST_RECEIVER_HOST: receiverHost,
  BTCPAY_TEST_HOT_WALLETS_FOR_ALL: hotWalletsForAll,
  BTCPAY_TEST_INTERNAL_NODE_FOR_ALL: internalNodeForAll,
  BITCOIND_RPC_URL: rpcUrl,
} = process.env

if (!url || !email || !password) {
  describe('a real BTCPay Server', () => {
    it.skip('BTCPAY_TEST_URL, BTCPAY_TEST_EMAIL and BTCPAY_TEST_PASSWORD are not set', () => undefined)
  })
} else {
  // Time cannot be turned there, so some tests wait minutes for an invoice to expire.
  describeConformance(
    `the BTCPay Server at ${new URL(url).host}`,
    async () => ({
      url,
      admin: { email, password, ...(apiKey ? { apiKey } : {}) },
      policies: { hotWalletsForAll: hotWalletsForAll === 'true', internalNodeForAll: internalNodeForAll === 'true' },
      ...(rpcUrl ? { chain: await openBitcoindHands(rpcUrl) } : {}),
      passTime: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
      ...(receiverHost ? { receiverHost } : {}),
      close: async () => undefined,
    }),
    { timeoutMs: 400_000 },
  )
}
