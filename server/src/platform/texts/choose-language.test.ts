import { languages } from '@bitquay/contract/languages'
import { describe, expect, it } from 'vitest'
import { chooseLanguage } from './choose-language.ts'
import { textsOf } from './texts-of.ts'
import { translateError } from './translate-error.ts'

describe('the language of a customer page', () => {
  it.each([
    ['?lang= wins', { asked: 'fr', invoice: 'de', accepted: 'it', merchant: 'ja' }, 'fr'],
    ['then the invoice', { invoice: 'de', accepted: 'it', merchant: 'ja' }, 'de'],
    ['then the browser', { invoice: null, accepted: 'it', merchant: 'ja' }, 'it'],
    ['then the merchant’s default', { accepted: 'sv, fi;q=0.9', merchant: 'ja' }, 'ja'],
    ['then English', {}, 'en'],
    ['an unknown ?lang= counts as none', { asked: 'xx', accepted: 'pl' }, 'pl'],
    ['a repeated ?lang= counts as none', { asked: ['de', 'fr'], accepted: 'pl' }, 'pl'],
    ['the browser’s order is by quality', { accepted: 'en;q=0.3, tr;q=0.9, nl;q=0.5' }, 'tr'],
    ['quality zero is a refusal', { accepted: 'de;q=0, en' }, 'en'],
    ['English before another language stays English', { accepted: 'en-GB, de;q=0.9', merchant: 'ja' }, 'en'],
    ['a region we lack is its language', { accepted: 'pt-PT, en;q=0.5' }, 'pt-BR'],
    ['case doesn’t matter', { asked: 'ZH-cn' }, 'zh-CN'],
    ['nonsense is no language', { accepted: 'Claim your prize now;q=x,,;;=', merchant: 'nl' }, 'nl'],
    ['a huge header is cut', { accepted: `${'sv,'.repeat(100_000)}de` }, 'en'],
  ])('%s', (_what, sources, language) => {
    expect(chooseLanguage(sources)).toBe(language)
  })
})

const allTexts = (texts: object): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]: [string, unknown]): [string, string][] => {
    if (typeof text === 'string') return [[name, text]]
    if (typeof text === 'function') return [[name, String(text('«one»', '«two»'))]]
    return allTexts(text as object).map(([inner, value]) => [`${name}.${inner}`, value])
  })

describe('the server’s texts', () => {
  const english = allTexts(textsOf('en'))
  it.each(languages)('in %s are never empty and use every parameter', (language) => {
    const texts = new Map(allTexts(textsOf(language)))
    const lost = english.filter(([name, text]) => {
      const translated = texts.get(name)?.trim() ?? ''
      return translated === '' || ['«one»', '«two»'].some((it) => text.includes(it) !== translated.includes(it))
    })
    expect(lost).toEqual([])
  })

  it('refusals are translated by field, then by code, and English keeps its own sentence', () => {
    const body = { message: 'Own words', error: 'Own words', code: 'refund-claimed', requestId: 'r' } as const
    expect(translateError(body, 'en')).toBe(body)
    expect(translateError(body, 'de').message).toBe('Diese Erstattung wurde bereits abgerufen.')
    const field = { ...body, code: 'invalid-request', fields: [{ path: 'email', message: 'Own words' }] } as const
    expect(translateError({ ...field, fields: [...field.fields] }, 'fr')).toMatchObject({
      message: 'Veuillez saisir une adresse e-mail valide',
      fields: [{ path: 'email', message: 'Veuillez saisir une adresse e-mail valide' }],
    })
    const other = { ...body, code: 'invalid-request', fields: [{ path: 'constructor', message: 'Own words' }] } as const
    expect(translateError({ ...other, fields: [...other.fields] }, 'de').message).toBe('Bitte prüfen Sie Ihre Angaben.')
  })
})
