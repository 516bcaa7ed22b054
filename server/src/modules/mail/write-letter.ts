export type Letter = { subject: string; text: string; html: string }

type Content = {
  subject: string
  paragraphs: string[]
  /** The one thing to do. The address is ours, made from the public URL. */
  action?: { label: string; url: string }
  /** Small print below the action. */
  closing?: string[]
}

const brand = 'Bitquay'

/** Writes the same letter twice: plain, and as HTML that needs no picture, script or style sheet from anywhere. */
export const writeLetter = ({ subject, paragraphs, action, closing = [] }: Content): Letter => ({
  subject,
  text: [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), ...closing, brand].join('\n\n'),
  html: [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:32px 16px;background:#f4f6f8;color:#14202b;',
    'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">',
    `<p style="margin:0 0 24px;font-weight:700;font-size:18px">${brand}</p>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
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

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
