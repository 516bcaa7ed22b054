import { useEffect } from 'react'

/** Names the page in the tab and in the history. */
export const usePageTitle = (title?: string) => {
  useEffect(() => {
    document.title = title ? `${title} · Bitquay` : 'Bitquay'
  }, [title])
}
