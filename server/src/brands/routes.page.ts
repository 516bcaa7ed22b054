import type { FastifyInstance } from 'fastify'
import { ApiError } from '../platform/http/api-error.ts'
import { drawColors } from './draw-colors.ts'

/** A shop's colors as a file, because pages allow no styles inside of them. The address holds all that it depends on. */
export const serveShopColors = (app: FastifyInstance) => {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/colors/:file',
    handler: async (request, reply) => {
      const hex = /^([0-9a-f]{6})\.css$/.exec(request.params.file)?.[1]
      if (hex === undefined) throw new ApiError('not-found')
      return reply
        .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=86400' })
        .send(drawColors(hex))
    },
  })
}
