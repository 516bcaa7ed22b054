import { type AddressPolicy, objectToUrl } from '@bitquay/btcpay/guarded-connect'
import type { Config } from '../config.ts'
import { ApiError } from '../platform/http/api-error.ts'

type Settings = Pick<Config, 'mode' | 'onLoopback' | 'engineAllowHosts'>

/**
 * Where webhooks may go: never to an internal address, except to hosts that the operator allowed and, in the sandbox on
 * a developer's own machine, to that machine.
 */
export const webhookPolicy = ({ mode, onLoopback, engineAllowHosts }: Settings): AddressPolicy => ({
  allowHosts: [...engineAllowHosts, ...(mode === 'sandbox' && onLoopback ? ['localhost', '127.0.0.1', '::1'] : [])],
})

/** Checks what is possible before connecting. Names are resolved and checked each time we connect. */
export const requireWebhookUrl = (settings: Settings, url: string) => {
  const objection =
    objectToUrl(url, webhookPolicy(settings)) ??
    (settings.mode === 'live' && new URL(url).protocol !== 'https:' ? 'use https' : undefined)
  if (objection === undefined) return
  const message = `This URL can’t receive webhooks: ${objection}.`
  throw new ApiError('webhook-url-refused', { message, fields: [{ path: 'url', message }] })
}
