import { accentsOf, type DeepColors, deepsOf, type PlatformColors } from '@bitquay/contract/brands.color'
import type { PlatformBrand } from '@bitquay/contract/platform-brand'

/**
 * The style sheet that puts the platform's logo and colors in the place of ours. Our own rules are in layers, so these win.
 * The logo is a background, because pages are drawn before anybody knows which logo they will have.
 */
export const drawStyle = ({ logo, colors }: Pick<PlatformBrand, 'logo' | 'colors'>): string =>
  [colors.accent && drawAccent(colors.accent), colors.deep && drawDeep(colors.deep), logo && drawLogo(logo)].join('')

const drawAccent = (color: string) => {
  const { light, dark } = accentsOf(color)
  return [
    `${lightTheme}{${accentOf(light)};--il-sun:${light.signalSoft};--il-glint:${light.signal}bf}`,
    `${darkTheme}{${accentOf(dark)}}`,
    // On a shop's page our mark doesn't take the color of the shop.
    `.shop .logo .top{fill:${light.signal}}`,
  ].join('')
}

const drawDeep = (color: string) => {
  const { light, dark } = deepsOf(color)
  // Paper has no dark surfaces.
  return `@media screen{${lightTheme}{${deepOf(light)}}${darkTheme}{${deepOf(dark)}}}`
}

const lightTheme = ':root,[data-theme="light"]'
const darkTheme = '[data-theme="dark"]'

const accentOf = (colors: PlatformColors) =>
  drawProperties({
    '--signal': colors.signal,
    '--signal-hover': colors.signalHover,
    '--on-signal': colors.onSignal,
    '--signal-text': colors.signalText,
    '--signal-soft': colors.signalSoft,
  })

const deepOf = (colors: DeepColors) =>
  drawProperties({
    '--deep': colors.deep,
    '--deep-raised': colors.deepRaised,
    '--deep-line': colors.deepLine,
    '--on-deep': colors.onDeep,
    '--on-deep-2': colors.onDeep2,
  })

const drawProperties = (properties: Record<string, string>) =>
  Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** Printed too, on a poster for example. */
const drawLogo = (path: string) =>
  `.logo svg{display:none}.logo::before{content:"";flex:none;width:1.5em;height:1.5em;background:url(${path}) center/contain no-repeat;print-color-adjust:exact;-webkit-print-color-adjust:exact}`
