import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { checkServerIdentity, type TLSSocket } from 'node:tls'
import { messageOf } from './finding.ts'

export type Visit = {
  status: number
  body: string
  location: string | undefined
  /** Undefined without TLS. */
  certificate: { endsAt: Date; isForOtherName: boolean; problem: string | undefined } | undefined
}

const timeoutMs = 8000
const mostBytes = 64 * 1024

/**
 * Visits an address as a browser would, but reads a certificate that a browser would refuse. Nothing secret is sent.
 * Returns a sentence if there is no connection.
 */
export const visit = (url: string, headers: Record<string, string>): Promise<Visit | string> =>
  new Promise((resolve) => {
    const { protocol, hostname } = new URL(url)
    const send = protocol === 'https:' ? requestHttps : requestHttp
    const options = { agent: false, timeout: timeoutMs, headers, rejectUnauthorized: false }
    const visiting = send(url, options, (response) => {
      const certificate = readCertificate(response.socket as TLSSocket, hostname)
      const { statusCode: status = 0, headers: answered } = response
      const chunks: Buffer[] = []
      let size = 0
      const finish = () =>
        resolve({ status, body: Buffer.concat(chunks).toString(), location: answered.location, certificate })
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= mostBytes) chunks.push(chunk)
        else response.destroy()
      })
      response.once('close', finish)
    })
    visiting.once('timeout', () => visiting.destroy(new Error('no response in time')))
    visiting.once('error', (error) => resolve(messageOf(error)))
    visiting.end()
  })

const readCertificate = (socket: TLSSocket, hostname: string): Visit['certificate'] => {
  if (typeof socket.getPeerCertificate !== 'function') return undefined
  const certificate = socket.getPeerCertificate()
  const endsAt = new Date(certificate.valid_to)
  const isForOtherName = checkServerIdentity(hostname, certificate) !== undefined
  // It is OpenSSL's code, whatever its type says.
  const { authorizationError: problem } = socket as unknown as { authorizationError?: unknown }
  const code = problem instanceof Error ? problem.message : problem
  return {
    endsAt,
    isForOtherName,
    problem: typeof code === 'string' && code !== '' ? describeDistrust(code) : undefined,
  }
}

/** OpenSSL's codes in words. */
const describeDistrust = (code: string) => {
  if (code.includes('SELF_SIGNED')) return 'it is self-signed'
  if (code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE') return 'its chain is incomplete'
  return code.toLowerCase().replaceAll('_', ' ')
}
