/** The colors of a shop's pages in one theme, computed from the one color that the shop chose. All are `#rrggbb`. */
export type ShopColors = {
  /** The button that customers press. */
  act: string
  actHover: string
  onAct: string
  /** The band on top of the page. */
  band: string
  onBand: string
  onBand2: string
  /** The color as text or as a thin line. */
  text: string
  /** A wash behind what happens now. */
  soft: string
  /** The square with the shop's first letter. */
  tile: string
  onTile: string
}

export type ShopPalette = { light: ShopColors; dark: ShopColors }

/** The contrast that WCAG's level AA requires of text. */
export const leastContrast = 4.5

const white = '#ffffff'
const black = '#000000'
const pages = { light: ['#f5f2eb', '#fffdf9'], dark: ['#08131a', '#0f1f29'] }
const darkBandText = '#f3f1ea'

/** Changes the lightness until white text on the color is readable, and no further. */
export const adaptColor = (color: string): { color: string; contrast: number; isAdapted: boolean } => {
  const adapted = darkenUntil(color, (candidate) => contrastOf(candidate, white) >= leastContrast)
  return { color: adapted, contrast: contrastOf(adapted, white), isAdapted: adapted !== color.toLowerCase() }
}

/** Every pair of text and background has a contrast of at least 4.5 to 1, whatever the color. */
export const paletteOf = (color: string): ShopPalette => ({ light: lightColors(color), dark: darkColors(color) })

const lightColors = (color: string): ShopColors => {
  const { color: act } = adaptColor(color)
  const [lightness, chroma, hue] = toOklch(act)
  const brighter = toHex([lightness + 0.05, chroma, hue])
  const soft = toHex([0.94, Math.min(chroma, 0.03), hue])
  return {
    act,
    actHover: contrastOf(brighter, white) >= leastContrast ? brighter : toHex([lightness - 0.05, chroma, hue]),
    onAct: white,
    band: act,
    onBand: white,
    onBand2: lightenUntil(toHex([0.88, Math.min(chroma, 0.05), hue]), (candidate) => isReadable(candidate, [act])),
    text: darkenUntil(act, (candidate) => isReadable(candidate, [...pages.light, soft])),
    soft,
    tile: white,
    onTile: act,
  }
}

const darkColors = (color: string): ShopColors => {
  const [lightness, chroma, hue] = toOklch(color)
  const act = toHex([Math.max(lightness, 0.72), chroma, hue])
  const [actLightness, actChroma] = toOklch(act)
  const onAct = toHex([0.18, Math.min(chroma, 0.04), hue])
  const band = toHex([0.28, Math.min(chroma, 0.1), hue])
  const soft = toHex([0.26, Math.min(chroma, 0.06), hue])
  return {
    act,
    actHover: toHex([Math.min(actLightness + 0.06, 0.97), actChroma, hue]),
    onAct,
    band,
    onBand: darkBandText,
    onBand2: lightenUntil(toHex([0.82, Math.min(chroma, 0.06), hue]), (candidate) => isReadable(candidate, [band])),
    text: lightenUntil(act, (candidate) => isReadable(candidate, [...pages.dark, soft])),
    soft,
    tile: act,
    onTile: onAct,
  }
}

/** The colors of the platform's own pages in one theme. */
export type PlatformColors = {
  signal: string
  signalHover: string
  onSignal: string
  signalText: string
  signalSoft: string
}

/** Its dark surfaces: cards, the head of emails, the band of a shop without a color. */
export type DeepColors = { deep: string; deepRaised: string; deepLine: string; onDeep: string; onDeep2: string }

/** All surfaces that our pages have in each theme, as in web/src/ui/tokens.css. Text in the accent color is on any of them. */
export const surfaces = {
  light: ['#f5f2eb', '#fffdf9', '#ffffff', '#edeae1', '#f0ece3'],
  dark: ['#08131a', '#0f1f29', '#162b37', '#060e14', '#142733'],
}

/** As for a shop, on all of our surfaces. */
export const accentsOf = (color: string): { light: PlatformColors; dark: PlatformColors } => {
  const { light, dark } = paletteOf(color)
  const colorsOf = (colors: ShopColors, signalText: string): PlatformColors => ({
    signal: colors.act,
    signalHover: colors.actHover,
    onSignal: colors.onAct,
    signalText,
    signalSoft: colors.soft,
  })
  const onAll =
    (theme: 'light' | 'dark', { soft }: ShopColors) =>
    (text: string) =>
      isReadable(text, [...surfaces[theme], soft])
  return {
    light: {
      ...colorsOf(light, darkenUntil(light.text, onAll('light', light))),
      ...withInk(color),
    },
    dark: colorsOf(dark, lightenUntil(dark.text, onAll('dark', dark))),
  }
}

/** Our ink, which is on our orange too. A light color stays as it is below it. */
const ink = '#0c2230'

const withInk = (color: string): Partial<PlatformColors> => {
  if (contrastOf(color, white) >= leastContrast || contrastOf(color, ink) < leastContrast) return {}
  const [lightness, chroma, hue] = toOklch(color)
  return {
    signal: color.toLowerCase(),
    signalHover: lightenUntil(toHex([Math.min(lightness + 0.05, 0.97), chroma, hue]), (hover) =>
      isReadable(ink, [hover]),
    ),
    onSignal: ink,
  }
}

/** What becomes of a color that is chosen for buttons, on light pages. */
export const adaptAccent = (color: string): { color: string; isAdapted: boolean } => {
  const { signal } = accentsOf(color).light
  return { color: signal, isAdapted: signal !== color.toLowerCase() }
}

/** The lightest that a dark surface may be in each theme. */
const darkest = { light: 0.36, dark: 0.3 }

/** What becomes of a color that is chosen for dark surfaces. */
export const adaptDeep = (color: string): { color: string; isAdapted: boolean } => {
  const { deep } = deepsOf(color).light
  return { color: deep, isAdapted: deep !== color.toLowerCase() }
}

export const deepsOf = (color: string): { light: DeepColors; dark: DeepColors } => {
  const [lightness, chroma, hue] = toOklch(color)
  const deepOf = (most: number): DeepColors => {
    const deep = lightness <= most ? color.toLowerCase() : toHex([most, Math.min(chroma, 0.11), hue])
    const [depth, left] = toOklch(deep)
    const deepRaised = toHex([depth + 0.07, left, hue])
    return {
      deep,
      deepRaised,
      deepLine: toHex([depth + 0.18, left * 0.8, hue]),
      onDeep: '#f7f4ed',
      onDeep2: lightenUntil(toHex([0.82, Math.min(chroma, 0.03), hue]), (text) => isReadable(text, [deep, deepRaised])),
    }
  }
  return { light: deepOf(darkest.light), dark: deepOf(darkest.dark) }
}

const isReadable = (text: string, backgrounds: readonly string[]) =>
  backgrounds.every((background) => contrastOf(text, background) >= leastContrast)

const step = 0.005

const darkenUntil = (color: string, isEnough: (candidate: string) => boolean) => moveUntil(color, -step, isEnough)
const lightenUntil = (color: string, isEnough: (candidate: string) => boolean) => moveUntil(color, step, isEnough)

const moveUntil = (color: string, by: number, isEnough: (candidate: string) => boolean): string => {
  let candidate = color.toLowerCase()
  const [lightness, chroma, hue] = toOklch(candidate)
  for (let next = lightness + by; !isEnough(candidate) && next > 0 && next < 1; next += by) {
    candidate = toHex([next, chroma, hue])
  }
  if (isEnough(candidate)) return candidate
  return by > 0 ? white : black
}

/** As WCAG 2 computes it: from 1 for the same color to 21 for black on white. */
export const contrastOf = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

type Triple = [number, number, number]

const luminanceOf = (color: string) => {
  const [red, green, blue] = toLinear(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const toLinear = (color: string): Triple => {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** Lightness, chroma and hue in OKLCH, where equal steps look equal (https://bottosson.github.io/posts/oklab/). */
const toOklch = (color: string): Triple => {
  const [red, green, blue] = toLinear(color)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), Math.atan2(b, a)]
}

/** A color that screens can't show loses chroma until they can. */
const toHex = ([lightness, chroma, hue]: Triple): string => {
  for (let left = chroma; left > 0; left -= 0.004) {
    const shown = toRgb([lightness, left, hue])
    if (shown.every((value) => value > -0.0005 && value < 1.0005)) return writeHex(shown)
  }
  return writeHex(toRgb([lightness, 0, hue]))
}

const toRgb = ([lightness, chroma, hue]: Triple): Triple => {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const writeHex = (linear: Triple): string => {
  const channels = linear.map((value) => {
    const clamped = Math.min(1, Math.max(0, value))
    const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}
