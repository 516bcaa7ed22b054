import { isIP } from 'node:net'
import { isInternalAddress } from '@bitquay/btcpay'
import type { Config } from '../config.ts'
import { isLoopback } from '../platform/http/is-loopback.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, failed } = findingsOf('settings')

/** What the start accepts, but what shouldn't be so with strangers' money. */
export const checkSettings = (config: Config): Finding[] => {
  const { mode, network, publicUrl } = config
  const what = mode === 'sandbox' ? 'A sandbox, where the money isn’t real' : `Live on ${network}`
  const problems = mode === 'live' ? findProblems(config) : []
  return problems.length > 0 ? problems : [ok(`${what}, at ${publicUrl}.`)]
}

const findProblems = ({ network, publicUrl, appSecret, engines, rateLimits }: Config): Finding[] => {
  const { protocol, hostname } = new URL(publicUrl)
  const isHere = isInternal(hostname)
  return [
    ...(network === 'mainnet'
      ? []
      : [
          warning(
            `Live on ${network}, whose coins are worth nothing.`,
            'For real payments, use NETWORK=mainnet and a new database.',
          ),
        ]),
    ...(isHere
      ? [
          warning(
            `PUBLIC_URL is ${publicUrl}, which customers can’t reach.`,
            'Set PUBLIC_URL to the address that browsers and BTCPay use.',
          ),
        ]
      : protocol === 'http:'
        ? [
            failed(
              'PUBLIC_URL starts with http:, so passwords aren’t encrypted on their way.',
              'Put a proxy with TLS in front and start PUBLIC_URL with https:.',
            ),
          ]
        : []),
    ...(new Set(appSecret).size < 10
      ? [
          failed(
            'APP_SECRET can be guessed: it has few different characters.',
            'Create one with openssl rand -hex 32, and set this one as APP_SECRET_PREVIOUS.',
          ),
        ]
      : []),
    ...engines
      .filter(({ url }) => isOpenToOthers(url))
      .map(({ name }) =>
        warning(
          `The address of BTCPay Server ${name} starts with http:, so its key isn’t encrypted on its way.`,
          'Use https:, unless the network in between is your own.',
        ),
      ),
    ...(rateLimits ? [] : [failed('RATE_LIMITS is off.', 'Remove it.')]),
  ]
}

const isInternal = (hostname: string) => isLoopback(hostname) || (isIP(hostname) !== 0 && isInternalAddress(hostname))

/** A name without a dot is one of a private network. */
const isOpenToOthers = (url: string) => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && hostname.includes('.') && !isInternal(hostname)
}
