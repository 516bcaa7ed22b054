export type Email = { subject: string; text: string; html: string }

export type Fact = [name: string, value: string]

type Content = {
  subject: string
  paragraphs: string[]
  /** The details, as a small table of names and values. */
  facts?: Fact[]
  /** The one thing to do. The URL is ours, built from the public URL. */
  action?: { label: string; url: string }
  /** Small print below the action. */
  closing?: string[]
}

const brand = 'Bitquay'

/** Renders an email as plain text and as HTML that loads no image, script or style sheet. */
export const renderEmail = ({ subject, paragraphs, facts = [], action, closing = [] }: Content): Email => ({
  // A line break in a name must not start another header.
  subject: subject.replace(/\s+/g, ' '),
  text: [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing,
    brand,
  ].join('\n\n'),
  html: [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:32px 16px;background:#f4f6f8;color:#14202b;',
    'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">',
    `<p style="margin:0 0 24px;font-weight:700;font-size:18px">${brand}</p>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
    ...(facts.length > 0 ? [drawFacts(facts)] : []),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;`,
          `border-radius:8px;background:#0b4f6c;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
          `<p style="margin:0 0 16px;font-size:13px;color:#5b6b7a;word-break:break-all">${escapeHtml(action.url)}</p>`,
        ]
      : []),
    ...closing.map((line) => `<p style="margin:0 0 8px;font-size:13px;color:#5b6b7a">${escapeHtml(line)}</p>`),
    '</div></body></html>',
  ].join(''),
})

const drawFacts = (facts: readonly Fact[]) =>
  [
    '<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse;border-top:1px solid #dfe5ea">',
    ...facts.map(([name, value]) =>
      [
        '<tr><td style="padding:8px 12px 8px 0;border-bottom:1px solid #dfe5ea;color:#5b6b7a;white-space:nowrap;',
        `vertical-align:top">${escapeHtml(name)}</td>`,
        '<td style="padding:8px 0;border-bottom:1px solid #dfe5ea;text-align:right;word-break:break-all">',
        `${escapeHtml(value)}</td></tr>`,
      ].join(''),
    ),
    '</table>',
  ].join('')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const mostCharacters = 140

/** An email to a stranger under our name must not carry a message or a link of the sender's choice. */
export const shortenCustomerText = (text: string): string => {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/(?:https?:\/\/|www\.)\S*|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?/gi, '[link removed]')
    .trim()
  if (plain.length <= mostCharacters) return plain
  // Don't cut a character that takes two code units in half.
  const cut = plain.slice(0, mostCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trimEnd()}…`
}

/** A decimal string with thousands separators. */
export const grouped = (decimal: string) => {
  const [whole = '', fraction] = decimal.split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`)
}

export const usd = (amount: string) => `$${grouped(amount)}`

const toMinute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** "Mar 1, 2026, 12:34 PM UTC". Newer versions of ICU put a narrow space before PM, which some mail programs can't show. */
export const minute = (at: Date) => `${toMinute.format(at).replace(/\s/g, ' ')} UTC`

/** 3.000 is shown as 3%, 0.500 as 0.5%. */
export const percent = (text: string) => `${text.includes('.') ? text.replace(/\.?0+$/, '') : text}%`
