import './pos.css'
import '../../lib/theme.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadTexts, pageLanguage } from '../../lib/language.ts'
import { DisplayPage } from './customer/display-page.tsx'
import { keepForOffline } from './keep-for-offline.ts'
import { TillPage } from './till-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the till.')

const [, , slug = '', part] = location.pathname.split('/')

void loadTexts(pageLanguage()).then(() => {
  createRoot(root).render(
    <StrictMode>{part === 'display' ? <DisplayPage slug={slug} /> : <TillPage slug={slug} />}</StrictMode>,
  )
  keepForOffline()
})
