import { echoRequest } from '@bitquay/contract/doctor'
import type { z } from 'zod'
import { isLoopback } from '../platform/http/is-loopback.ts'
import { describeCertificate } from './check-engine.ts'
import { echoQuery } from './echo.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Patient, Surroundings } from './patient.ts'
import { type Visit, visit } from './probe-address.ts'

type Echo = z.output<typeof echoRequest.output>

const say = findingsOf('address')
const { ok, warning, failed, skipped } = say

/** An address of documentation, which no client can have. A proxy must not let a client claim it. */
const claimed = '203.0.113.77'

/** Visits the public address as a customer does: name, certificate, and what the proxy passes on. */
export const checkAddress = async (
  { config: { mode, publicUrl }, macs }: Patient,
  { nowMs }: Pick<Surroundings, 'nowMs'>,
): Promise<Finding[]> => {
  const visited = await visit(`${publicUrl}${echoRequest.path}?${echoQuery(macs.doctor, nowMs())}`, {
    'x-forwarded-for': claimed,
  })
  if (typeof visited === 'string')
    return [
      warning(
        `Couldn’t reach ${publicUrl} from here: ${visited}.`,
        'Try it from outside. If it works there, this network doesn’t lead back to itself, which does no harm.',
      ),
    ]
  const { hostname, protocol } = new URL(publicUrl)
  const certificate = visited.certificate ? judgeCertificate(visited.certificate, hostname, nowMs()) : []
  const answered = readEcho(visited, publicUrl)
  if (!('client' in answered)) return [answered, ...certificate]
  const proxy =
    mode === 'sandbox' && protocol === 'http:' && isLoopback(hostname)
      ? [skipped('There is no proxy in front of a sandbox on this machine.')]
      : judgeEcho(answered, publicUrl)
  const problems = [...certificate, ...proxy]
  return problems.some(({ state }) => state !== 'skipped') ? problems : [ok(`${publicUrl} leads to us.`), ...problems]
}

const readEcho = ({ status, body, location }: Visit, publicUrl: string): Echo | Finding => {
  if (location !== undefined)
    return failed(`${publicUrl} leads on to ${location.slice(0, 200)}.`, 'Set PUBLIC_URL to the address at the end.')
  try {
    const parsed: unknown = JSON.parse(body)
    if (status === 200) return echoRequest.output.parse(parsed)
    if (status === 404 && (parsed as { code?: unknown }).code === 'not-found')
      return failed(
        `${publicUrl} leads to a Bitquay with another APP_SECRET.`,
        'Give all servers the same APP_SECRET, and check PUBLIC_URL.',
      )
  } catch {
    // Something else answers there.
  }
  if (status >= 502 && status <= 504)
    return warning(
      `The proxy at ${publicUrl} has no server behind it (status ${status}).`,
      'Start the server, and check the proxy’s address for it.',
    )
  return failed(`Something else answers at ${publicUrl} (status ${status}).`, 'Check PUBLIC_URL and the proxy.')
}

const judgeCertificate = (
  { endsAt, isForOtherName, problem }: NonNullable<Visit['certificate']>,
  hostname: string,
  nowMs: number,
): Finding[] => {
  if (isForOtherName)
    return [failed(`The certificate isn’t for ${hostname}.`, `Let the proxy get a certificate for ${hostname}.`)]
  const ending = describeCertificate(say, endsAt, nowMs)
  if (ending.length > 0 || problem === undefined) return ending
  return [
    failed(
      `Browsers don’t trust the certificate: ${problem}.`,
      'Use one of a public certificate authority, with its chain.',
    ),
  ]
}

/** What the server saw of a request that claimed another address. */
export const judgeEcho = ({ client, peer, forwardedFor, forwardedProto, host }: Echo, publicUrl: string): Finding[] => {
  const { host: ownHost, protocol } = new URL(publicUrl)
  const passedOn = forwardedFor?.split(',').map((each) => each.trim()) ?? []
  // Without a proxy, our own claim arrives alone.
  const isUntouched = passedOn.length === 1 && passedOn[0] === claimed
  return [
    ...(forwardedFor === null || (isUntouched && client !== claimed)
      ? [
          failed(
            'The proxy doesn’t set X-Forwarded-For, so all clients share one limit.',
            'Let it add the client’s address, as docs/operating/connections.md shows.',
          ),
        ]
      : client === claimed
        ? [
            failed(
              'The proxy passes on an X-Forwarded-For that the client wrote, so anyone can pretend to be anyone.',
              'Let it add the client’s address instead of keeping what is there.',
            ),
          ]
        : client === peer
          ? [
              failed(
                `TRUST_PROXY doesn’t name the proxy ${peer}, so all clients share one limit.`,
                `Set TRUST_PROXY=${peer}.`,
              ),
            ]
          : []),
    ...(protocol === 'https:' && forwardedProto !== null && forwardedProto !== 'https'
      ? [warning(`The proxy says that clients use ${forwardedProto}.`, 'Let it set X-Forwarded-Proto to https.')]
      : []),
    ...(host === ownHost ? [] : [warning(`The proxy changes the host to ${host}.`, 'Let it pass on Host unchanged.')]),
  ]
}
