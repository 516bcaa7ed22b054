import './ui/ui.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { Providers } from './app/providers.tsx'
import { Pages } from './app/router.tsx'
import { readToken } from './lib/token.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the application.')

/**
 * The declarative router: no page loads data through the router, and the data router would be 17 KB more before the first
 * screen can be shown.
 */
const application = (
  <StrictMode>
    <Providers>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    </Providers>
  </StrictMode>
)

// What the build has drawn (src/prerender.tsx) is what a visitor sees. Who is signed in may have another page here.
if (root.dataset.drawn && !readToken()) hydrateRoot(root, application)
else {
  root.replaceChildren()
  delete root.dataset.drawn
  createRoot(root).render(application)
}
