import { readBrandStylePath } from '@bitquay/contract/platform-brand'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../platform/http/api-error.ts'
import { drawStyle } from './draw-style.ts'

/** The platform's logo and colors as a file, because pages allow no styles inside of them. */
export const serveBrandStyle = (app: FastifyInstance) => {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/brand/:file',
    handler: async (request, reply) => {
      const look = readBrandStylePath(`/brand/${request.params.file}`)
      if (!look) throw new ApiError('not-found')
      return reply
        .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=86400' })
        .send(drawStyle(look))
    },
  })
}
