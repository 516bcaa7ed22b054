import { getPlatformBrand } from '@bitquay/contract/platform-brand'
import { getLegalText } from '@bitquay/contract/platform-brand.legal'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'

export const platformBrandRoutes = ({ brand }: Deps): Route[] => [
  route(getPlatformBrand, () => brand.read()),
  route(getLegalText, async ({ params }) => (await brand.readPages()).legal[params.name]),
]
