import * as calls from '@bitquay/contract/payment-links'
import type { Deps } from '../deps.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { removeLinkImage, uploadLinkImage } from './change-link-image.ts'
import { links } from './list.ts'
import { getPaymentLink } from './queries.ts'
import { changePaymentLink, createPaymentLink } from './save-payment-link.ts'

export const paymentLinkRoutes = (deps: Deps): Route[] => [
  keyedRoute(calls.createPaymentLink, ({ person, body, idempotencyKey }) =>
    createPaymentLink(deps, person, body, { createdBy: person.email, idempotencyKey }),
  ),
  ...listRoutes(deps.db, links, ({ person: { merchantId } }) => ({ merchantId, publicUrl: deps.config.publicUrl })),
  route(calls.getPaymentLink, ({ person, params }) =>
    getPaymentLink(deps.db, person.merchantId, params.id, deps.config.publicUrl),
  ),
  route(calls.uploadLinkImage, ({ person, params, body }) =>
    uploadLinkImage(deps, person, params.id, Buffer.from(body.image, 'base64')),
  ),
  route(calls.removeLinkImage, ({ person, params }) => removeLinkImage(deps, person, params.id)),
  route(calls.changePaymentLink, ({ person, params, body }) => changePaymentLink(deps, person, params.id, body)),
]
