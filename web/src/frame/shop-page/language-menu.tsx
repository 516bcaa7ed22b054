import { languageNames, languages } from '@bitquay/contract/languages'
import type { MouseEvent } from 'react'
import { pageLanguage } from '../../lib/language.ts'
import { GlobeIcon } from '../../ui/shop-icons.tsx'
import * as t from './messages.ts'

/** The server writes the page in the chosen language, so each language is a link, which works without scripts too. */
export const LanguageMenu = () => (
  <details className="language">
    <summary className="inline-row gap-1.5 small medium">
      <GlobeIcon />
      <span className="sr-only">{t.language}</span> <span>{languageNames[pageLanguage()]}</span>
    </summary>
    <ul>
      {languages.map((language) => (
        <li key={language}>
          <a
            href={`?lang=${language}`}
            target="_self"
            lang={language}
            aria-current={language === pageLanguage() ? 'true' : undefined}
            onClick={keepQuery}
          >
            {languageNames[language]}
          </a>
        </li>
      ))}
    </ul>
  </details>
)

/** Whatever else the address says stays, such as that the page is inside of a shop's page. */
const keepQuery = (event: MouseEvent<HTMLAnchorElement>) => {
  event.preventDefault()
  const address = new URL(location.href)
  address.searchParams.set('lang', event.currentTarget.lang)
  location.assign(address)
}
