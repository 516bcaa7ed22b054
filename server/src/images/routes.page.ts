import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { imagePolicy } from '../platform/http/headers.ts'
import { imagePath } from './image-path.ts'
import { findImage } from './table.ts'

/**
 * The pictures that merchants and admins uploaded. Emails and other sites may show them. Opened as a page, a picture can run
 * nothing and reach nothing.
 */
export const serveImages = (app: FastifyInstance, { db }: Deps) => {
  app.route<{ Params: { hash: string } }>({
    method: ['GET', 'HEAD'],
    url: '/images/:hash',
    handler: async (request, reply) => {
      const found = await findImage(db, imagePath(request.params.hash))
      if (!found) throw new ApiError('not-found')
      return reply
        .headers({
          'content-type': found.mediaType,
          'content-disposition': 'inline',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': imagePolicy,
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(found.bytes)
    },
  })
}
