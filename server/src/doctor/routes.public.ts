import { echoRequest } from '@bitquay/contract/doctor'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { route } from '../platform/http/route.ts'
import { isEchoProven } from './echo.ts'

/** Describes how a request arrived, to anyone who has APP_SECRET. */
export const echo = ({ macs }: Deps) =>
  route(echoRequest, async ({ query, raw: { request } }) => {
    if (!isEchoProven(macs.doctor, query, Date.now())) throw new ApiError('not-found')
    return {
      client: request.ip,
      peer: request.socket.remoteAddress ?? '',
      forwardedFor: textOf(request.headers['x-forwarded-for']),
      forwardedProto: textOf(request.headers['x-forwarded-proto']),
      host: textOf(request.headers.host),
    }
  })

const textOf = (header: string | string[] | undefined) => (header === undefined ? null : String(header))
