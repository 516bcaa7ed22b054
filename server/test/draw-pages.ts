import type { DrawPages } from '@bitquay/contract/customer-pages'

/** The customers' pages from their source, so that a test needs no build. */
export const drawPagesFromSource = async (): Promise<DrawPages> => {
  const source: string = new URL('../../web/src/customer/draw.tsx', import.meta.url).pathname
  const { drawPages } = (await import(source)) as { drawPages: DrawPages }
  return drawPages
}
