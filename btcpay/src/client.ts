import { invoiceCalls } from './resources/invoices.ts'
import { keyCalls } from './resources/keys.ts'
import { lightningCalls, serverLightningCalls } from './resources/lightning.ts'
import { paymentMethodCalls } from './resources/payment-methods.ts'
import { rateCalls } from './resources/rates.ts'
import { serverCalls } from './resources/server.ts'
import { storeCalls } from './resources/stores.ts'
import { userCalls } from './resources/users.ts'
import { walletCalls } from './resources/wallet.ts'
import { webhookCalls } from './resources/webhooks.ts'
import { type Auth, createSend } from './send.ts'
import { createTransport, type Transport, type TransportSettings } from './transport.ts'

export type BtcpayClientSettings = {
  /** The server's base URL, with a path if BTCPay runs under one: `https://pay.example.com/btcpay`. */
  url: string
  auth: Auth
  /** Shared connections, or the settings for this client's own connections. */
  transport: Transport | TransportSettings
  /** Aborts every request of this client, for work with a deadline. */
  signal?: AbortSignal
}

export type BtcpayClient = ReturnType<typeof createBtcpayClient>

/**
 * Greenfield, typed. No function throws because of what the server does: each returns an `Outcome`, for which there is
 * `unwrap`. An invalid URL is an outcome too, since it may come from a form.
 */
export const createBtcpayClient = (settings: BtcpayClientSettings) => {
  const shared = 'dispatcher' in settings.transport
  const transport = 'dispatcher' in settings.transport ? settings.transport : createTransport(settings.transport)
  const send = createSend({
    url: settings.url,
    auth: settings.auth,
    transport,
    ...(settings.signal === undefined ? {} : { signal: settings.signal }),
  })
  return {
    server: serverCalls(send),
    users: userCalls(send),
    keys: keyCalls(send),
    stores: storeCalls(send),
    paymentMethods: paymentMethodCalls(send),
    wallet: walletCalls(send),
    lightning: lightningCalls(send),
    serverLightning: serverLightningCalls(send),
    invoices: invoiceCalls(send),
    webhooks: webhookCalls(send),
    rates: rateCalls(send),
    /** For a request that has no function here. */
    send,
    /** Closes this client's own connections. Shared ones are closed by their owner. */
    close: async () => {
      if (!shared) await transport.close()
    },
  }
}
