/** A part of a legal page. Text may name fees (`{depositFee}`) and pages or addresses (`{privacy}`, `{legalMail}`). */
export type LegalPart =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; head: [string, string]; rows: [string, string][] }

export type LegalSection = { id: string; title: string; parts: LegalPart[] }

export type LegalDocument = { title: string; lead: string; sections: LegalSection[] }

export const text = (words: string): LegalPart => ({ kind: 'text', text: words })
export const list = (...items: string[]): LegalPart => ({ kind: 'list', items })
