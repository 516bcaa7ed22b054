import { accentsOf, deepsOf, paletteOf } from '@bitquay/contract/brands.color'
import { directionOf, type Language } from '@bitquay/contract/languages'
import type { PlatformBrand } from '@bitquay/contract/platform-brand'
import { textsOf } from '../platform/texts/texts-of.ts'

/** One part of an email, in both forms, so that they can't differ in order or in figures. */
export type Block = { text: string; html: string }

export type Link = { label: string; url: string }

/** A sentence. Its links are ours, built from the public URL. Text from others is never linked. */
export type Line = string | readonly (string | Link)[]

/** `code` is for what is compared character by character, such as addresses. */
export type Fact = [name: string, value: string, style?: 'code']

export type Step = { label: string; state: 'done' | 'next' | 'waiting' }

export type Tone = 'info' | 'caution' | 'bad'

/** The shop of an email to its customer. */
export type Shop = {
  name: string
  /** As `#rrggbb`. Null: ours. */
  color: string | null
  /** A complete address. */
  logoUrl: string | null
  supportEmail: string | null
}

const sans = "font-family:'Archivo','Helvetica Neue',Helvetica,Arial,sans-serif"
const mono = "font-family:'Spline Sans Mono',Menlo,Consolas,'Courier New',monospace"
const tableStart = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** What mail programs that respect dark mode use instead of the inline colors. */
const darkRules = [
  ['.bg', 'background:#08131a'],
  ['.cd', 'background:#0f1f29', 'border-color:#1f3541'],
  ['.t1', 'color:#ecefe9'],
  ['.t2', 'color:#b3c0c5'],
  ['.ln', 'border-color:#1f3541'],
  ['.qy', 'border-color:#93a7b0'],
  ['.lk', 'color:#84c3e0'],
  ['.info', 'background:#12303f', 'color:#ecefe9'],
  ['.caution', 'background:#33290f', 'color:#ecefe9'],
  ['.bad', 'background:#3d1a21', 'color:#ecefe9'],
  ['.st', 'background:#5c95b0', 'color:#06131b'],
  ['.em', 'border-color:#647d89', 'color:#b3c0c5'],
] as const

type Rule = readonly [name: string, ...rules: string[]]

const writeDark = (scope: string, rules: readonly Rule[]) =>
  rules.map(([name, ...rules]) => `${scope}${name}{${rules.map((rule) => `${rule}!important`).join(';')}}`).join('')

/** The band and the button, ours or the shop's. The band is dark in both modes. */
export type Colors = {
  band: string
  onBand: string
  act: string
  onAct: string
  /** The button in dark mode. */
  dark: { act: string; onAct: string }
}

const ownColors: Colors = {
  band: '#0c2230',
  onBand: '#f7f4ed',
  act: '#f2551a',
  onAct: '#0c2230',
  dark: { act: '#ff7a45', onAct: '#160a04' },
}

/** What emails show of the platform's brand. */
export type MailBrand = Pick<PlatformBrand, 'name' | 'logo' | 'colors'>

/** Whose email it is: a shop's, or ours. */
export type Look = {
  name: string
  colors: Colors
  /** A complete address. Null: no picture. Undefined: our mark. */
  logoUrl: string | null | undefined
}

export const lookOf = (shop: Shop | undefined, brand: MailBrand, publicUrl: string | undefined): Look => {
  const own = platformColors(brand)
  if (!shop) {
    const logoUrl = publicUrl === undefined ? null : `${publicUrl}${brand.logo}`
    return { name: brand.name, colors: own, logoUrl: brand.logo === '' ? undefined : logoUrl }
  }
  const { name, color, logoUrl } = shop
  if (color === null) return { name, colors: own, logoUrl }
  const { light, dark } = paletteOf(color)
  return { name, colors: { ...light, dark }, logoUrl }
}

const platformColors = ({ colors: { accent, deep } }: MailBrand): Colors => {
  const colors = { ...ownColors }
  if (deep !== '') {
    const { light } = deepsOf(deep)
    Object.assign(colors, { band: light.deep, onBand: light.onDeep })
  }
  if (accent === '') return colors
  const { light, dark } = accentsOf(accent)
  return {
    ...colors,
    act: light.signal,
    onAct: light.onSignal,
    dark: { act: dark.signal, onAct: dark.onSignal },
  }
}

const fixedStyles = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  'body{margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}',
  'a:focus{outline:3px solid #0b6ba8;outline-offset:2px}',
  '@media (max-width:620px){.wr{width:100%!important}.px{padding-left:20px!important;padding-right:20px!important}',
  '.fg{font-size:42px!important;line-height:48px!important}.fs{font-size:28px!important;line-height:36px!important}',
  '.hd{padding-left:20px!important;padding-right:20px!important;border-radius:0!important}',
  '.cd{border-radius:0!important;border-left:0!important;border-right:0!important}.out{padding:0!important}}',
].join('')

const drawStyles = ({ dark }: Colors) => {
  const rules = [...darkRules, ['.bt', `background:${dark.act}`], ['.bt a', `color:${dark.onAct}`]] as const
  // Outlook.com marks what it recolors with this attribute.
  return `${fixedStyles}@media (prefers-color-scheme:dark){${writeDark('', rules)}}${writeDark('[data-ogsc] ', rules)}`
}

const outlookStyles =
  '<!--[if mso]><noscript><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><style>table{border-collapse:collapse}td,h1,p,div{font-family:Arial,sans-serif!important}</style><![endif]-->'

type Frame = {
  subject: string
  /** What an inbox shows after the subject. */
  preheader: string
  look: Look
  blocks: readonly Block[]
  foot: Block
  language: Language
}

/**
 * The page around the blocks: tables with inline styles, 600 wide. Our mark is drawn with cells, so that it is there when
 * images are blocked. A logo is the only picture, and its name is text beside it.
 */
export const drawFrame = ({ subject, preheader, look, blocks, foot, language }: Frame): string =>
  [
    `<!doctype html><html ${attributesOf(language)} xmlns:v="urn:schemas-microsoft-com:vml"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="x-apple-disable-message-reformatting">',
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title>${outlookStyles}<style>${drawStyles(look.colors)}</style></head>`,
    '<body class="bg" style="margin:0;padding:0;background:#f5f2eb">',
    `<div role="article" aria-roledescription="email" aria-label="${escapeHtml(subject)}" ${attributesOf(language)}>`,
    // The padding keeps inboxes from showing the beginning of the email after a short preheader.
    `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${' &#847;&zwnj;&nbsp;'.repeat(30)}</div>`,
    `${tableStart} class="bg" width="100%" style="background:#f5f2eb"><tr><td class="out" align="center" style="padding:28px 12px">`,
    `<!--[if mso]>${tableStart} width="600"><tr><td><![endif]-->`,
    `${tableStart} class="wr" width="600" style="width:600px;max-width:600px">`,
    `<tr><td class="hd" style="background:${look.colors.band};border-radius:10px 10px 0 0;padding:20px 32px">${drawHeader(look)}</td></tr>`,
    '<tr><td class="cd px" style="background:#fffdf9;border:1px solid #dfdacd;border-top:0;border-radius:0 0 10px 10px;padding:32px 47px 36px">',
    ...blocks.map(({ html }) => html),
    '</td></tr>',
    `<tr><td class="px" style="padding:20px 48px 8px">${foot.html}</td></tr>`,
    '</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></div></body></html>',
  ].join('')

/** Left to right is what every mail program assumes. */
const attributesOf = (language: Language) => `lang="${language}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}`

const drawHeader = ({ name: sender, colors, logoUrl }: Look) => {
  const name = `<td style="${sans};font-stretch:112%;font-size:21px;line-height:27px;font-weight:600;letter-spacing:-.02em;color:${colors.onBand}">${escapeHtml(sender)}</td>`
  return `${tableStart}><tr>${drawMark(logoUrl)}${name}</tr></table>`
}

const drawMark = (logoUrl: Look['logoUrl']) => {
  if (logoUrl === undefined) return `<td style="padding-right:12px">${mark}</td>`
  if (logoUrl === null) return ''
  return `<td style="padding-right:12px"><img src="${escapeHtml(logoUrl)}" alt="" height="40" style="display:block;height:40px;width:auto;max-width:120px;border:0;border-radius:6px;background:#ffffff"></td>`
}

const cell = (color: string | undefined) =>
  `<td width="10" height="7" style="width:10px;height:7px;font-size:1px;line-height:1px${color ? `;background:${color}` : ''}">&nbsp;</td>`
const gap = '<td width="2" style="width:2px;font-size:1px;line-height:1px">&nbsp;</td>'

/** Containers on a quay. */
const mark = [
  tableStart,
  ' aria-hidden="true">',
  `<tr>${cell(undefined)}${gap}${cell('#ff7a45')}</tr>`,
  '<tr><td colspan="3" height="2" style="height:2px;font-size:1px;line-height:1px">&nbsp;</td></tr>',
  `<tr>${cell('#f7f4ed')}${gap}${cell('#f7f4ed')}</tr>`,
  '<tr><td colspan="3" height="2" style="height:2px;font-size:1px;line-height:1px">&nbsp;</td></tr>',
  '<tr><td colspan="3" height="4" style="height:4px;font-size:1px;line-height:1px;background:#f7f4ed">&nbsp;</td></tr>',
  '</table>',
].join('')

const space = (height: number) => `<div style="height:${height}px;line-height:${height}px;font-size:1px">&nbsp;</div>`

export const writeHeading = (heading: string): Block => ({
  text: plain(heading),
  html: `<h1 class="t1" style="margin:0;${sans};font-stretch:112%;font-size:26px;line-height:32px;font-weight:600;letter-spacing:-.02em;color:#0c2230;overflow-wrap:anywhere">${escapeHtml(heading)}</h1>`,
})

export const writeParagraph = (line: Line): Block => ({
  text: writeLine(line),
  html: `<p class="t2" style="margin:10px 0 0;${sans};font-size:16px;line-height:25px;color:#3d515d;overflow-wrap:anywhere">${drawLine(line)}</p>`,
})

/** The one amount that the email is about. */
export const writeFigure = ({ name, amount, detail }: { name: string; amount: string; detail?: string }): Block => {
  const [, whole = amount, cents = ''] = /^(.*?)(\.\d\d)?$/.exec(amount) ?? []
  const size = amount.length > 15 ? 'fs' : 'fg'
  return {
    text: `${name}: ${plain(amount)}${detail === undefined ? '' : ` (${plain(detail)})`}`,
    html: [
      space(24),
      `<div class="t2" style="${sans};font-size:14px;line-height:20px;font-weight:600;color:#3d515d">${escapeHtml(name)}</div>`,
      `<div class="t1 ${size}" style="${sans};font-stretch:116%;font-size:${size === 'fg' ? '50px;line-height:56px' : '34px;line-height:42px'};font-weight:600;letter-spacing:-.025em;color:#0c2230">`,
      `${escapeHtml(whole)}${cents === '' ? '' : `<span class="t2" style="color:#586872">${cents}</span>`}</div>`,
      detail === undefined
        ? ''
        : `<div class="t2" style="${sans};font-size:16px;line-height:24px;color:#3d515d">${escapeHtml(detail)}</div>`,
    ].join(''),
  }
}

/** What has happened is filled, what is still to come is dashed. */
export const writeSteps = (steps: readonly Step[]): Block => {
  const next = steps.filter(({ state }) => state === 'next')
  const labels = steps.map((step) => {
    if (step.state === 'done') return `✓ ${step.label}`
    return step.state === 'next' ? `${next.indexOf(step) + 1}. ${step.label}` : step.label
  })
  return {
    text: labels.join('\n'),
    html: [
      space(28),
      steps.map(({ state }, index) => drawStep(state, labels[index] ?? '')).join(space(3)),
      `${tableStart} width="100%"><tr><td class="qy" style="border-top:3px solid #0c2230;font-size:1px;line-height:1px">&nbsp;</td></tr></table>${space(6)}`,
    ].join(''),
  }
}

const drawStep = (state: Step['state'], label: string) =>
  state === 'done'
    ? `${tableStart} width="100%"><tr><td class="st" style="background:#1f4a61;padding:15px 18px;${sans};font-size:15px;line-height:20px;font-weight:600;color:#ffffff;border-radius:2px">${escapeHtml(label)}</td></tr></table>`
    : `${tableStart} width="100%"><tr><td class="em" style="border:2px dashed #75838a;border-radius:2px;padding:13px 16px;${sans};font-size:15px;line-height:20px;color:#3d515d">${escapeHtml(label)}</td></tr></table>`

export const writeFacts = (facts: readonly Fact[], language: Language): Block => ({
  text: facts.map(([name, value]) => `${plain(name)}: ${plain(value)}`).join('\n'),
  html: `${space(24)}${tableStart} width="100%">${facts.map((fact) => drawFact(fact, language)).join('')}</table>`,
})

const drawFact = ([name, value, style]: Fact, language: Language) => {
  const end = directionOf(language) === 'rtl' ? 'left' : 'right'
  const gapAfter = end === 'right' ? '11px 16px 11px 0' : '11px 0 11px 16px'
  const font = style === 'code' ? `${mono};font-size:13px;word-break:break-all` : `${sans};font-size:15px`
  return [
    `<tr><td class="t2 ln" valign="top" style="padding:${gapAfter};border-top:1px solid #dfdacd;${sans};font-size:15px;line-height:22px;color:#3d515d;white-space:nowrap">${escapeHtml(name)}</td>`,
    `<td class="t1 ln" align="${end}"${style === 'code' ? ' dir="ltr"' : ''} valign="top" style="padding:11px 0;border-top:1px solid #dfdacd;${font};line-height:22px;color:#0c2230;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  ].join('')
}

/** Outlook on Windows draws with VML, because it knows no padding on links. */
export const writeButton = ({ label, url }: Link, { act, onAct }: Colors): Block => {
  const href = escapeHtml(url)
  return {
    text: `${plain(label)}:\n${url}`,
    html: [
      `${space(24)}${tableStart} width="100%"><tr><td class="bt" align="center" style="background:${act};border-radius:6px">`,
      `<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word" href="${href}" style="height:50px;v-text-anchor:middle;width:504px" arcsize="12%" stroke="f" fillcolor="${act}"><w:anchorlock/><center style="color:${onAct};font-family:Arial;font-size:17px;font-weight:bold">${escapeHtml(label)}</center></v:roundrect><![endif]-->`,
      `<!--[if !mso]><!--><a href="${href}" style="display:block;padding:15px 24px;${sans};font-size:17px;line-height:20px;font-weight:600;color:${onAct};text-decoration:none">${escapeHtml(label)}</a><!--<![endif]--></td></tr></table>`,
      `<p class="t2" style="margin:10px 0 0;${sans};font-size:13px;line-height:20px;color:#586872;word-break:break-all">${escapeHtml(url)}</p>`,
    ].join(''),
  }
}

const toneColors = { info: '#dde9ee', caution: '#f6e9c9', bad: '#f8e1e1' }

export const writeNotice = (tone: Tone, line: Line): Block => ({
  text: writeLine(line),
  html: `${space(20)}${tableStart} width="100%"><tr><td class="${tone}" style="background:${toneColors[tone]};border-radius:6px;padding:14px 16px;${sans};font-size:14px;line-height:21px;color:#0c2230;overflow-wrap:anywhere">${drawLine(line)}</td></tr></table>`,
})

type Foot = {
  reasons: readonly string[]
  isFromStore: boolean
  links: readonly Link[]
  language: Language
  brand: string
}

/** Below the card: why this email was sent, and from whom. */
export const writeFoot = ({ reasons, isFromStore, links, language, brand }: Foot): Block => {
  const sender = isFromStore ? `${textsOf(language).paymentsBy} ${brand}` : brand
  return {
    text: [...reasons, sender, ...links.map(writeLink)].join('\n'),
    html: `<p class="t2" style="margin:0;${sans};font-size:13px;line-height:20px;color:#586872">${reasons.map((reason) => `${escapeHtml(reason)}<br>`).join('')}${[escapeHtml(sender), ...links.map(drawLink)].join(' · ')}</p>`,
  }
}

const drawLine = (line: Line): string =>
  typeof line === 'string'
    ? escapeHtml(line)
    : line.map((part) => (typeof part === 'string' ? escapeHtml(part) : drawLink(part))).join('')

const drawLink = ({ label, url }: Link) =>
  `<a class="lk" href="${escapeHtml(url)}" style="color:#1d5f7c;text-decoration:underline">${escapeHtml(label)}</a>`

export const writeLine = (line: Line): string =>
  typeof line === 'string'
    ? plain(line)
    : plain(line.map((part) => (typeof part === 'string' ? part : writeLink(part))).join(''))

const writeLink = ({ label, url }: Link) => `${label}: ${url}`

export const plain = (text: string) => clean(text).trim()

/** A line break in a name must not start another line, and marks that reverse text must not hide what is written. */
const clean = (text: string) => text.replace(/\s+/g, ' ').replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => clean(text).replace(/[&<>"']/g, (character) => entities[character] ?? character)
