import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Opens the collapsed parts around what the address names, as newer browsers do for a link within the page. */
export const useOpenLinked = () => {
  const { hash } = useLocation()
  useEffect(() => {
    const linked = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    for (let around = linked?.closest('details'); around; around = around.parentElement?.closest('details'))
      around.open = true
  }, [hash])
}
