import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'

/**
 * The one spelling of a server's address, so that the same store is not taken twice under two of them. Keys do not
 * cross the internet in the clear: plain http is for hosts that the operator has named.
 */
export const requireServerUrl = ({ config, engine }: Pick<Deps, 'config' | 'engine'>, text: string): string => {
  const refuse = (message: string): never => {
    throw new ApiError('store-not-usable', { message })
  }
  const trimmed = text.trim()
  const url = URL.canParse(trimmed)
    ? new URL(trimmed)
    : refuse('The server address is not a URL like https://btcpay.example.com.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('The server address must begin with https://.')
  if (url.username !== '' || url.password !== '') refuse('The server address must not contain a user name or password.')
  if (url.search !== '' || url.hash !== '') refuse('The server address must not have anything behind ? or #.')
  const spelled = `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  const named = config.engineAllowHosts.some((host) => host === url.hostname || host === url.host)
  if (url.protocol === 'http:' && spelled !== engine.url.replace(/\/+$/, '') && !named) {
    refuse('The server address must begin with https://, so that the API key is not sent in the clear.')
  }
  return spelled
}
