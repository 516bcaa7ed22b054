import { useLocation, useSearchParams } from 'react-router'

/**
 * The parameters in the address, and how to change some of them. A change starts from the address itself: what is drawn
 * may lag behind it, and a second change would undo the first. On a page that is being left, nothing is changed. What the
 * link to the page said of it stays.
 */
export const useAddressParams = () => {
  const [params, setParams] = useSearchParams()
  const { pathname, state } = useLocation()
  const change = (next: (before: URLSearchParams) => URLSearchParams) => {
    if (window.location.pathname !== pathname) return
    setParams(next(new URLSearchParams(window.location.search)), { replace: true, preventScrollReset: true, state })
  }
  return [params, change] as const
}
