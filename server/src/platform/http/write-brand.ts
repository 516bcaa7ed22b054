import { fillBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Writes the platform's name, addresses and figures into a built page: for its script as data, and wherever they are drawn. */
export const writeBrand = (html: string, brand: PlatformBrand): string =>
  fillBrand(html, brand, escapeHtml).replace('data-brand=""', () => `data-brand="${escapeHtml(JSON.stringify(brand))}"`)
