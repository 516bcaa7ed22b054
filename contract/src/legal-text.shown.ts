/** The terms and the privacy policy that an operator writes in place of ours. */
export const legalNames = ['terms', 'privacy'] as const
export type LegalName = (typeof legalNames)[number]

/** `text` is limited Markdown, empty for ours. It applies from the beginning of that day in UTC, such as `2026-12-01`. */
export type LegalText = { text: string; from: string }
export type LegalTexts = Record<LegalName, LegalText>

export const ourLegalTexts: LegalTexts = { terms: { text: '', from: '' }, privacy: { text: '', from: '' } }

/** What a page shows: what applies now, and what was announced, the nearest first. */
export type ShownLegal = { present: LegalText; coming: LegalText[] }

/** "December 1, 2026". It is a day everywhere, so it has no time zone. */
export const formatLegalDay = (day: string): string =>
  day === ''
    ? ''
    : new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
