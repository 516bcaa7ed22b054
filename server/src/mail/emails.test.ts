import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultBrand } from '@bitquay/contract/platform-brand'
import { describe, expect, test } from 'vitest'
import { rendered } from '../../test/brand.ts'
import { createEmailSamples, publicUrl } from '../../test/email-samples.ts'

const source = join(import.meta.dirname, '..')

/** The functions of the code that render an email, found by their call of `renderEmail`. */
/** Files that only lay out what an email function says. */
const layouts = [join('mail', 'email-template.ts'), join('sends', 'render-sent.ts')]

const findEmailFunctions = () =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !layouts.includes(path))
    .flatMap((path) =>
      readFileSync(join(source, path), 'utf8')
        .split(/^(?=(?:export )?(?:const|function|async function) )/m)
        .filter((declaration) => /\brender(?:Email|Sent)\(/.test(declaration))
        .map((declaration) => /^export const (\w+Email) = /.exec(declaration)?.[1] ?? `${path}: an unnamed email`),
    )

test('every email of the code has a sample here, so that each is checked', () => {
  expect(Object.keys(createEmailSamples('Blue Door')).sort()).toEqual(findEmailFunctions().sort())
})

const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '</title></style><style>*{display:none}</style>',
  '--><b>injected</b><!--[if mso]>',
  'Evil\r\nBcc: victim@example.test\r\n\r\nPay here',
  'https://evil.example/pay',
  '\u202Egnp.exe\u0000',
]

const renderSamples = (own: string) =>
  Object.fromEntries(Object.entries(createEmailSamples(own)).map(([name, email]) => [name, rendered(email)]))

const calm = renderSamples('Blue Door')
const attacks = new Map(hostile.map((value) => [value, renderSamples(value)]))

describe.each(Object.keys(calm))('%s', (name) => {
  const email = calm[name] ?? expect.fail()

  test('is well-formed HTML of plain layout tags, at most 600 wide, that loads nothing', () => {
    const tags = readTags(email.html)
    const allowed = 'html head meta title style body div table tr td h1 p a span br'.split(' ')
    expect(tags.filter((tag) => !allowed.includes(tag.replace('/', '')))).toEqual([])
    expect(email.html.match(/<style>/g)).toHaveLength(2)
    expect(email.html).not.toMatch(/\ssrc=|\bbackground="|url\(|@import|@font-face|<link|<script|\son\w+=/)
    expect(email.html).toContain('width:600px;max-width:600px')
    const widths = [...email.html.matchAll(/width(?:="|:)(\d+)(?:px|")/g)].map(([, width]) => Number(width))
    // 620 is the width of the screen below which everything takes the full width.
    expect(Math.max(...widths.filter((width) => width !== 620))).toBe(600)
    for (const part of ['prefers-color-scheme:dark', '[data-ogsc]']) expect(email.html).toContain(part)
    expect(/<v:roundrect/.test(email.html)).toBe(/class="bt"/.test(email.html))
  })

  test('says the same in plain text, in the same order, with every figure and link', () => {
    const shown = showText(email.html)
    let position = 0
    for (const piece of email.text.split(/:?\n+|: | \(|\)$/m).filter(Boolean)) {
      const found = shown.indexOf(piece, position)
      expect(found, `${piece} in ${shown.slice(position)}`).not.toBe(-1)
      position = found
    }
    const figures = shown.match(/[$−]?\d[\d,.]*\d|\d/g) ?? []
    for (const figure of figures) expect(email.text).toContain(figure)
    for (const [, link = ''] of email.html.matchAll(/href="([^"]*)"/g)) {
      expect(link.startsWith(`${publicUrl}/`)).toBe(true)
      expect(email.text).toContain(decode(link))
    }
    expect(email.text).not.toMatch(/[<>]|&\w+;|undefined|null/)
    expect(email.text).toMatch(/\n(Payments by )?Bitquay(\n[A-Z][a-z]+: https:\S+)*$/)
  })

  test('has separators in every amount, and a font to compare characters in every hash, address and ID', () => {
    for (const part of [email.subject, email.text]) expect(part).not.toMatch(/\$\d{4}/)
    const cells = [...email.html.matchAll(/<td class="t1 ln"[^>]*style="([^"]*)">([^<]*)<\/td>/g)]
    for (const [, style, value = ''] of cells) {
      const isCode = /^[0-9a-f]{64}$|^bc1|^inv\/?1$/.test(value)
      expect(style?.includes('Spline Sans Mono'), value).toBe(isCode || /^[\d.:]+$|^bq_/.test(value))
    }
    // A hash or address in a sentence would have the font of the sentence.
    const sentences = [...email.html.matchAll(/<(?:p|h1)\b[^>]*>([^]*?)<\/(?:p|h1)>/g)].map(([, text = '']) => text)
    for (const sentence of sentences) expect(sentence).not.toMatch(/[0-9a-f]{64}|bc1q/)
  })

  test.each(hostile)('keeps its structure, links and headers with %j', (value) => {
    const attacked = attacks.get(value)?.[name] ?? expect.fail()
    expect(readTags(attacked.html)).toEqual(readTags(email.html))
    const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)
    expect(linksIn(attacked.html)).toEqual(linksIn(email.html))
    expect(attacked.text.split('\n')).toHaveLength(email.text.split('\n').length)
    for (const part of [attacked.subject, attacked.text.replaceAll('\n', ' ')])
      expect(part).not.toMatch(/[\p{Cc}\u202e]/u)
  })
})

test.each(['paymentReceivedEmail', 'invoiceAttentionEmail', 'invoiceOverdueEmail'])(
  '%s has no link in what a customer wrote',
  (name) => {
    const attacked = attacks.get('https://evil.example/pay')?.[name] ?? expect.fail()
    expect(attacked.text).toContain('For: [link removed]')
  },
)

test('figures are readable and each email has the right link', () => {
  expect(calm.invoiceEmail?.text).toContain('Amount: $1,234,567.80')
  expect(calm.invoiceEmail?.text).toContain(`${publicUrl}/i/inv%2F1`)
  expect(calm.feeChangeEmail?.text).toContain('Platform fee: 3% → 10.5%')
  expect(calm.feeChangeEmail?.text).toContain('New fees apply to payments from Mar 1, 2026, 12:34 PM UTC.')
  expect(calm.withdrawalSentEmail?.subject).toBe('Withdrawal of $2,400.00 sent')
  expect(calm.payoutSentEmail?.text).toContain(`${publicUrl}/partner/wallet`)
  expect(calm.refundClaimEmail?.text).toContain(`${publicUrl}/r/secret`)
  expect(calm.paymentReceivedEmail?.subject).toBe('$1,000.00 received')
  expect(calm.paymentReceivedEmail?.text).toContain('Method: Lightning')
  expect(calm.applicationApprovedEmail?.text).toContain(`${publicUrl}/welcome?token=a-token_1`)
  expect(calm.passwordResetEmail?.text).toContain(`${publicUrl}/reset-password?token=a-token_1`)
  expect(calm.passwordResetEmail?.text).toContain('30 minutes')
  expect(calm.recoveryCodeUsedEmail?.text).toContain('You have 1 code left.')
  expect(calm.informationRequestEmail?.text).toContain(`${publicUrl}/application?token=a-token_2`)
  expect(calm.informationRequestEmail?.text).toContain('expires on Mar 1, 2026, 12:34 PM UTC')
})

test('dates are in the reader’s time zone, or in UTC by name', () => {
  const email = createEmailSamples('Blue Door').newSignInEmail ?? expect.fail()
  const inZone = (timeZone: string | null) => email.render({ timeZone, brand: defaultBrand })
  expect(inZone(null).text).toContain('When: Mar 1, 2026, 12:34 PM UTC\n')
  const near = inZone('America/New_York')
  for (const body of [near.text, near.html]) {
    expect(body).toContain('Mar 1, 2026, 7:34 AM')
    expect(body).not.toContain('UTC')
  }
  expect(inZone('Mars/Olympus').text).toBe(inZone(null).text)
})

const aboutSecurity = Object.keys(calm).filter((name) =>
  /passwordChanged|newSignIn|twoFactor|recoveryCode|recoveryWords|colleague|apiKey|team(?!Invitation)|Sent/i.test(name),
)

test.each(aboutSecurity)('%s says who, when, from where, what to do if it wasn’t you, and that it stays on', (name) => {
  const text = calm[name]?.text ?? ''
  expect(text).toMatch(/^(Account|By|Requested by): /m)
  expect(text).toMatch(/^(When|Sent): Mar 1, 2026, 12:34 PM UTC$/m)
  // Only an administrator resets someone's second factor, and their address is not everyone's business.
  if (name !== 'twoFactorResetEmail') expect(text).toMatch(/^(IP address|Requested from): 203\.0\.113\.9$/m)
  expect(text).toMatch(/Wasn’t you|Wasn’t your team|Didn’t request this|Not expecting this|don’t expect this/)
  expect(text).toMatch(/can’t be turned off\.$/m)
})

const voids = ['meta', 'br']

/** The tags of a document in order. Throws if one is not closed, or if there is anything that is not a tag, text or comment. */
const readTags = (html: string): string[] => {
  const open: string[] = []
  const tags: string[] = []
  const token =
    /<!doctype html>|<!--\[if (?:mso|!mso)\]>[^]*?<!\[endif\]-->|<!--<!\[endif\]-->|<style>[^<]*<\/style>|<(\/?)([a-z0-9]+)((?: [a-z:-]+="[^"<>]*")*)>|[^<>]+/gy
  let end = 0
  for (const [match, slash, tag] of html.matchAll(token)) {
    end += match.length
    if (tag === undefined) continue
    tags.push(`${slash}${tag}`)
    if (voids.includes(tag)) continue
    if (slash === '') open.push(tag)
    else expect(open.pop(), `</${tag}> at ${end}`).toBe(tag)
  }
  expect(html.slice(end, end + 100)).toBe('')
  expect(open).toEqual([])
  return tags
}

/** What a reader sees, with links as the plain text has them. */
const showText = (html: string) =>
  decode(
    html
      .replace(/^[^]*?<body[^>]*>/, '')
      .replace(/<div style="display:none[^]*?<\/div>/, '')
      .replace(/<!--[^]*?-->/g, '')
      .replace(/<a class="lk" href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2: $1')
      .replace(/<\/?span[^>]*>/g, '')
      .replace(/<[^>]*>/g, '\n'),
  )

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' }
const decode = (html: string) => html.replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (_, name: string) => named[name] ?? '')
