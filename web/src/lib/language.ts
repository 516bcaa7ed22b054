import { findLanguage, type Language, localeOf } from '@bitquay/contract/languages'

/** The language that the server wrote into the page. Portals are in English. */
export const pageLanguage = (): Language =>
  typeof document === 'undefined' ? 'en' : (findLanguage(document.documentElement.lang) ?? 'en')

/** How that language writes numbers and dates. */
export const pageLocale = (): string => localeOf(pageLanguage())

declare global {
  interface Window {
    /** One function per message file with translations (compile-messages.ts). */
    pageTexts?: ((language: Language) => Promise<void>)[]
  }
}

/** Replaces the texts of the page by those of a language. Resolves when all of them are there. */
export const loadTexts = (language: Language) => Promise.all((window.pageTexts ?? []).map((load) => load(language)))
