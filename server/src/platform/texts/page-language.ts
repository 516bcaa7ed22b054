import { directionOf, type Language } from '@bitquay/contract/languages'

/** Writes the language into a built page. Its script reads it there. */
export const writeLanguage = (template: string, language: Language) =>
  template.replace('<html lang="en"', `<html lang="${language}" dir="${directionOf(language)}"`)

/** A page in another language is another page for a cache. */
export const languageHeaders = (language: Language) => ({ 'content-language': language, vary: 'accept-language' })
