import { useEffect } from 'react'
import { brand } from '../content/content.ts'

/** Names the page in the tab and in the history. */
export const usePageTitle = (title: string) => {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
  }, [title])
}
