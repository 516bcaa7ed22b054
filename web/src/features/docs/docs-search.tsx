import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type SearchEntry, searchTexts } from '../../lib/search-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'

/** Searches the chapters in the browser. The index is loaded when the field is used for the first time. */
export const DocsSearch = () => {
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const [isUsed, setIsUsed] = useState(false)
  const { data: entries, isError } = useSearchIndex(isUsed)
  useSlash(field)
  // The page is drawn before its scripts have run, and somebody may have typed by then.
  useEffect(() => {
    const early = field.current?.value
    if (!early) return
    setTyped(early)
    setIsUsed(true)
    setIsOpen(true)
  }, [])
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  const results = entries ? searchTexts(entries, typed) : []
  const isShown = isOpen && typed.trim() !== ''
  const isListed = isShown && results.length > 0
  const close = () => setIsOpen(false)
  const openEntry = ({ path, id }: SearchEntry) => {
    close()
    setTyped('')
    field.current?.blur()
    void navigate(id ? `${path}#${id}` : path)
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const chosen = results[active]
    if (event.key === 'Escape') close()
    else if (step && results.length > 0) {
      event.preventDefault()
      setIsOpen(true)
      setActive((active + step + results.length) % results.length)
    } else if (event.key === 'Enter' && isShown && chosen) {
      event.preventDefault()
      openEntry(chosen)
    }
  }

  return (
    <search className="docs-search block">
      <div className="affix">
        <Search className="ico" aria-hidden="true" />
        <input
          ref={field}
          className="input"
          type="text"
          role="combobox"
          aria-label={t.search}
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isListed ? `${listId}-${active}` : undefined}
          aria-keyshortcuts="/"
          placeholder={t.search}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onFocus={() => setIsUsed(true)}
          onBlur={close}
          onKeyDown={handleKey}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
            setIsOpen(true)
          }}
        />
        <kbd className="tiny quiet only-desk" aria-hidden="true">
          /
        </kbd>
      </div>
      <div className="docs-results" hidden={!isShown}>
        {isError ? (
          <Notice kind="bad">{t.searchNotLoaded}</Notice>
        ) : (
          entries &&
          results.length === 0 && (
            <p className="muted" role="status">
              {t.nothingFound({ typed: typed.trim() })}
            </p>
          )
        )}
        {results.length > 0 && (
          <div id={listId} role="listbox" aria-label={t.searchResults}>
            {results.map((result, index) => (
              // The focus stays in the field, whose keys move through the results.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={`${result.path}#${result.id}`}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onMouseDown={(event) => event.preventDefault()}
                onPointerMove={() => setActive(index)}
                onClick={() => openEntry(result)}
              >
                <span className="docs-result-title breaks">{result.title}</span>
                {result.id && <span className="quiet small">{result.chapter}</span>}
                {result.excerpt && <span className="full small muted breaks">{result.excerpt}</span>}
              </div>
            ))}
          </div>
        )}
      </div>
    </search>
  )
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

const useSearchIndex = (isUsed: boolean) =>
  useQuery({
    queryKey: ['docs-search-index'],
    queryFn: async () => (await import('./search-index.build.tsx')).searchEntries,
    enabled: isUsed,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** `/` focuses the field, unless someone is typing. */
const useSlash = (field: RefObject<HTMLInputElement | null>) => {
  useEffect(() => {
    const focusField = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', focusField)
    return () => removeEventListener('keydown', focusField)
  }, [field])
}
