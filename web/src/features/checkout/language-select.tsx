import { languageNames, languages } from '@bitquay/contract/languages'
import { pageLanguage } from '../../lib/language.ts'
import * as t from './messages.ts'

/** The server writes the page in the chosen language, so it is loaded again. */
export const LanguageSelect = () => (
  <select
    className="language"
    aria-label={t.language}
    value={pageLanguage()}
    onChange={({ currentTarget }) => {
      const address = new URL(location.href)
      address.searchParams.set('lang', currentTarget.value)
      location.assign(address)
    }}
  >
    {languages.map((language) => (
      <option key={language} value={language} lang={language}>
        {languageNames[language]}
      </option>
    ))}
  </select>
)
