import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { TLSSocket } from 'node:tls'

export type Probe = {
  /** How far its clock is ahead of ours. Undefined if it doesn't say the time. */
  aheadSeconds: number | undefined
  /** When its certificate ends. Undefined without TLS. */
  certificateEndsAt: Date | undefined
}

const timeoutMs = 5000

/**
 * What a BTCPay Server says besides its answers: its time and its certificate. Nothing secret is sent, so a certificate
 * that has already ended is read too. Undefined when it doesn't respond.
 */
export const probeServer = (url: string, nowMs: () => number = Date.now): Promise<Probe | undefined> =>
  new Promise((resolve) => {
    const begunAt = nowMs()
    const { protocol } = new URL(url)
    const send = protocol === 'https:' ? requestHttps : requestHttp
    const options = { method: 'HEAD', agent: false, timeout: timeoutMs, rejectUnauthorized: false }
    const probing = send(`${url}/api/v1/health`, options, (response) => {
      response.resume()
      const saidMs = Date.parse(response.headers.date ?? '')
      // The header has whole seconds, and was written somewhere between the request and now.
      const aheadMs = saidMs + 500 - (begunAt + nowMs()) / 2
      const { valid_to: end } = certificateOf(response.socket as TLSSocket)
      resolve({
        aheadSeconds: Number.isNaN(saidMs) ? undefined : Math.round(aheadMs / 1000),
        certificateEndsAt: end === undefined ? undefined : new Date(end),
      })
    })
    probing.once('timeout', () => probing.destroy())
    probing.once('error', () => resolve(undefined))
    probing.end()
  })

const certificateOf = (socket: TLSSocket): { valid_to?: string } =>
  typeof socket.getPeerCertificate === 'function' ? (socket.getPeerCertificate() ?? {}) : {}
