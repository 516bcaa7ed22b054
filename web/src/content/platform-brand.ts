import type { PlatformBrand } from '@bitquay/contract/platform-brand'

let drawn: PlatformBrand | undefined

/**
 * The platform's name, addresses and figures, which the server writes into every page. What the build draws has a token
 * in place of each.
 */
export const platformBrand = (): PlatformBrand => {
  drawn ??=
    typeof document === 'undefined'
      ? tokens
      : (JSON.parse(document.documentElement.dataset.brand ?? '') as PlatformBrand)
  return drawn
}

/** For the server, which has no document. */
export const drawForBrand = (brand: PlatformBrand) => {
  drawn = brand
}

const token = (path: string) => `{{brand.${path}}}`
const figure = (name: string) => ({ figure: token(`figures.${name}.figure`), words: token(`figures.${name}.words`) })

/** Only the server knows the contract's defaults while the build runs, so each text is named here once more. */
const tokens: PlatformBrand = {
  name: token('name'),
  domain: token('domain'),
  addresses: {
    support: token('addresses.support'),
    sales: token('addresses.sales'),
    technical: token('addresses.technical'),
    legal: token('addresses.legal'),
    privacy: token('addresses.privacy'),
  },
  figures: {
    businesses: figure('businesses'),
    volume: figure('volume'),
    setup: figure('setup'),
    uptime: figure('uptime'),
    approval: figure('approval'),
    support: figure('support'),
  },
  // Pages are drawn with our mark, and the server adds a style sheet with another one.
  logo: '',
  colors: { accent: '', deep: '' },
}
