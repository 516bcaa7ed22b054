import * as calls from '@bitquay/contract/brands'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { changeBrand } from './change-brand.ts'
import { readBrand } from './queries.ts'
import { removeLogo } from './remove-logo.ts'
import { uploadLogo } from './upload-logo.ts'

/** How a merchant's pages and emails look to its customers. */
export const brandRoutes = (deps: Deps): Route[] => [
  route(calls.getBrand, ({ person }) => readBrand(deps.db, person.merchantId)),
  route(calls.changeBrand, ({ body, person, source }) => changeBrand(deps, person, body, source)),
  route(calls.uploadLogo, ({ body, person, source }) =>
    uploadLogo(deps, person, Buffer.from(body.image, 'base64'), source),
  ),
  route(calls.removeLogo, ({ person, source }) => removeLogo(deps, person, source)),
]
