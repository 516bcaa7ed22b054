import { defaultBrand } from '@bitquay/contract/platform-brand'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { dismissToast, readToasts } from '../src/ui/toast-store.ts'

// As the server writes it into every page.
document.documentElement.dataset.brand = JSON.stringify(defaultBrand)

// A busy machine may take long to load a part of a page.
configure({ asyncUtilTimeout: 30_000 })

// Files share one document, so each test leaves it empty.
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  for (const { id } of readToasts()) dismissToast(id)
  localStorage.clear()
  sessionStorage.clear()
})
