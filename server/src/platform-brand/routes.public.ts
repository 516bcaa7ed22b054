import { getPlatformBrand } from '@bitquay/contract/platform-brand'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'

export const platformBrand = ({ brand }: Deps) => route(getPlatformBrand, () => brand.read())
