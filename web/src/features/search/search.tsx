import { Search as SearchIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Keys } from '../../ui/keys.tsx'
import type { NavGroup } from '../../ui/sidebar.tsx'
import * as t from './messages.ts'
import { keyOf, type Option } from './option.ts'
import './open-search.css'
import { modifierKey } from './modifier-key.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** Opens the search: a field in the sidebar, an icon in the top bar of a phone. */
export const OpenSearch = ({ onOpen, isIcon = false }: { onOpen: () => void; isIcon?: boolean }) =>
  isIcon ? (
    <IconButton label={t.search} onClick={onOpen}>
      <SearchIcon className="ico" aria-hidden="true" />
    </IconButton>
  ) : (
    <button
      type="button"
      className="open-search across text-md muted gap-2.5"
      aria-keyshortcuts={t.keyShortcuts}
      onClick={onOpen}
    >
      <SearchIcon className="ico s16" aria-hidden="true" />
      <span className="word grow">{t.search}</span>
      <span aria-hidden="true">
        <Keys names={[modifierKey, 'K']} />
      </span>
    </button>
  )

type SearchPaletteProps = { groups: readonly NavGroup[]; open: boolean; onOpenChange: (open: boolean) => void }

/**
 * The search above any page of a portal. It is fetched when it is first opened. What was chosen is remembered until the
 * page is loaded again, and nowhere else.
 */
export const SearchPalette = ({ groups, open, onOpenChange }: SearchPaletteProps) => {
  const [recent, setRecent] = useState<readonly Option[]>([])
  useSearchKey(() => {
    if (open) onOpenChange(false)
    // What was typed into a form must not be lost.
    else if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) onOpenChange(true)
  })
  const remember = (option: Option) =>
    setRecent((before) => [option, ...before.filter((other) => keyOf(other) !== keyOf(option))].slice(0, mostRecent))
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <Palette groups={groups} recent={recent} onChoose={remember} onClose={() => onOpenChange(false)} />
    </Suspense>
  )
}

const mostRecent = 5

/** ⌘K or Ctrl+K, also while someone types. */
const useSearchKey = (toggle: () => void) => {
  const onKey = useEffectEvent(toggle)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      if (!event.repeat) onKey()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
