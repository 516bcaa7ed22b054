import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DrawPages } from '@bitquay/contract/checkout.pages'
import { projectRoot } from './platform/root.ts'

/** The customers' pages as web/vite.draw.config.ts built them. In development there are none, and vite serves the pages. */
export const loadDrawPages = async (): Promise<DrawPages | undefined> => {
  const built = join(projectRoot, 'dist', 'customer', 'draw.js')
  if (!existsSync(built)) return undefined
  const { drawPages } = (await import(pathToFileURL(built).href)) as { drawPages: DrawPages }
  return drawPages
}
