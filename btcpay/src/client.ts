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
  /** The server's base address, with a path if BTCPay lives below one: `https://pay.example.com/btcpay`. */
  url: string
  auth: Auth
  /** Shared connections, or the settings for connections of this client's own. */
  transport: Transport | TransportSettings
  /** Ends every call of this client, for work with a deadline. */
  signal?: AbortSignal
}

export type BtcpayClient = ReturnType<typeof createBtcpayClient>

/**
 * Greenfield, typed. No function throws because of what the server does: each answers an `Outcome`, for which there is
 * `unwrap`. A bad address is an outcome too, since it may come from a form.
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
    /** For a call that has no function here. */
    send,
    /** Ends this client's own connections; shared ones are their owner's to close. */
    close: async () => {
      if (!shared) await transport.close()
    },
  }
}
