import './payment-link.css'
import '../../../lib/theme.ts'
import type { GivenLink } from '@bitquay/contract/checkout.pages'
import { hydrateRoot } from 'react-dom/client'
import { loadTexts, pageLanguage } from '../../../lib/language.ts'
import { LinkPage } from './link-page.tsx'

const start = async () => {
  const root = document.getElementById('root')
  const block = document.getElementById('link')?.textContent
  if (!root || !block) return
  const { link, attempt } = JSON.parse(block) as GivenLink
  await loadTexts(pageLanguage())
  hydrateRoot(root, <LinkPage link={link} attempt={attempt} />)
}

void start()

/** A customer who comes back from the invoice gets a new form, not the one that was sent. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
