import { z } from 'zod'
import { call } from './call.ts'
import { findMistake, legalNames, longestLegalText } from './legal-text.ts'

const longest = `At most ${longestLegalText.toLocaleString('en-US')} characters`

const legalText = z.strictObject({
  text: z
    .string('Enter a text')
    .max(longestLegalText, longest)
    .superRefine((text, context) => {
      const message = findMistake(text)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .describe('Headings, paragraphs, lists, bold text and links to https pages in Markdown. Empty: ours.'),
  from: z.union([z.literal(''), z.iso.date()], 'Choose a day').describe('The day from which it applies, at 00:00 UTC.'),
})

export const legalTexts = z.strictObject({ terms: legalText, privacy: legalText })

const shownText = z.strictObject({
  text: z.string().describe('Markdown. Empty: the text of the source.'),
  from: z.string(),
})

export const getLegalText = call({
  method: 'GET',
  path: '/api/brand/legal/:name',
  audience: 'public',
  summary: 'Retrieve the operator’s terms or privacy policy: what applies now, and what applies from a later day',
  params: z.strictObject({ name: z.enum(legalNames) }),
  output: z.strictObject({ present: shownText, coming: z.array(shownText) }),
})
