import { directionOf, findLanguage, type Language } from '@bitquay/contract/languages'
import { useEffect, useState } from 'react'
import { loadTexts, pageLanguage } from '../../../lib/language.ts'

/** Read while the page loads, because the till removes its device link from the address. */
const asked = findLanguage(new URLSearchParams(location.search).get('lang') ?? '')

/**
 * The language of the customer's texts: `?lang=` of the address, otherwise that of the till. The browser's doesn't count,
 * because it is the shop's. Changes when the texts are there.
 */
export const useCustomerLanguage = (ofTill: Language | undefined): Language => {
  const wanted = asked ?? ofTill ?? pageLanguage()
  const [language, setLanguage] = useState(pageLanguage)
  useEffect(() => {
    let over = false
    void loadTexts(wanted).then(() => {
      if (!over) setLanguage(wanted)
    })
    return () => {
      over = true
    }
  }, [wanted])
  return language
}

/** Attributes of an element with texts for the customer, on a page in English. */
export const writtenIn = (language: Language) => ({ lang: language, dir: directionOf(language) })
