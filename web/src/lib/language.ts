import { findLanguage, type Language, localeOf } from '@bitquay/contract/languages'

let drawnLanguage: Language | undefined

/** The language that the server wrote into the page. Portals are in English. */
export const pageLanguage = (): Language =>
  drawnLanguage ?? (typeof document === 'undefined' ? 'en' : (findLanguage(document.documentElement.lang) ?? 'en'))

/** How that language writes numbers and dates. */
export const pageLocale = (): string => localeOf(pageLanguage())

declare global {
  /** One function per message file with translations (compile-messages.ts). */
  var pageTexts: ((language: Language) => Promise<void> | void)[] | undefined
}

/** Replaces the texts of the page by those of a language. Resolves when all of them are there. */
export const loadTexts = (language: Language) =>
  Promise.all((globalThis.pageTexts ?? []).map(async (load) => load(language)))

/** Has the server draw in a language from now on. It has all texts, and drawing never waits, so nothing comes between. */
export const drawIn = (language: Language) => {
  if (language === drawnLanguage) return
  drawnLanguage = language
  void loadTexts(language)
}
