import { pageLanguage } from '../../lib/language.ts'
import * as t from './messages.ts'

type Refusal = { message?: string; fields?: { message: string }[] }

/** Sends a small form. Returns the reason if it was refused, in words for the customer. */
export const post = async (path: string, body: object): Promise<string | undefined> => {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'accept-language': pageLanguage(),
      },
      body: JSON.stringify(body),
    })
    if (response.ok) return undefined
    const { message, fields } = (await response.json()) as Refusal
    return fields?.[0]?.message ?? message ?? t.noAnswer
  } catch {
    return t.noAnswer
  }
}
