import type { ErrorBody } from '@bitquay/contract/errors'
import type { Language } from '@bitquay/contract/languages'
import { textsOf } from './texts-of.ts'

/** A refusal in the customer's language: by the field that is wrong, otherwise by its code. English stays as it is. */
export const translateError = (body: ErrorBody, language: Language): ErrorBody => {
  if (language === 'en') return body
  const texts = textsOf(language)
  const fields = body.fields?.map((field) => ({ ...field, message: pick(texts.fields, field.path) ?? field.message }))
  const [first] = fields ?? []
  const message =
    first && pick(texts.fields, first.path) ? first.message : (pick(texts.errors, body.code) ?? body.message)
  return { ...body, message, error: message, ...(fields ? { fields } : {}) }
}

const pick = (texts: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined
