import './refund-page.css'
import '../../../lib/theme.ts'
import type { GivenRefund } from '@bitquay/contract/checkout.pages'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { setTimeZone } from '../../../lib/format-date.ts'
import { loadTexts, pageLanguage } from '../../../lib/language.ts'
import { servedMode } from '../../../lib/mode.ts'
import { RefundPage } from './refund-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the refund.')

const start = async () => {
  const block = document.getElementById('refund')?.textContent
  const given = block ? (JSON.parse(block) as GivenRefund) : undefined
  const token = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
  const network = given?.network ?? (servedMode() === 'live' ? 'mainnet' : 'regtest')
  const page = <RefundPage token={token} given={given?.claim} attempt={given?.attempt ?? {}} network={network} />
  // The status of a refund for its shop is drawn by the server alone.
  if (!given && root.childElementCount > 0) return
  if (given) setTimeZone('UTC', { isNamed: true })
  await loadTexts(pageLanguage())
  if (given) hydrateRoot(root, page)
  else createRoot(root).render(page)
}

void start()
