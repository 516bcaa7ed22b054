import { paletteOf, type ShopColors } from '@bitquay/contract/brands.color'

/** The style sheet that puts a shop's color in the place of ours, in both themes. `hex` is six hexadecimal digits. */
export const drawColors = (hex: string): string => {
  const { light, dark } = paletteOf(`#${hex}`)
  const shop = `.shop[data-color="#${hex}"]`
  return `${shop}{${drawProperties(light)}}[data-theme="dark"] ${shop}{${drawProperties(dark)}}`
}

const drawProperties = (colors: ShopColors) =>
  Object.entries({
    '--shop-band': colors.band,
    '--on-band': colors.onBand,
    '--on-band-2': colors.onBand2,
    '--shop-tile': colors.tile,
    '--on-shop-tile': colors.onTile,
    '--signal': colors.act,
    '--signal-hover': colors.actHover,
    '--on-signal': colors.onAct,
    '--signal-text': colors.text,
    '--signal-soft': colors.soft,
  })
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
