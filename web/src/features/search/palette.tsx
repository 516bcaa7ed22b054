import { Search as SearchIcon } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { brand } from '../../content/content.ts'
import { fillMessage } from '../../lib/fill-message.ts'
import { useUser } from '../../lib/session.ts'
import { Keys } from '../../ui/keys.tsx'
import type { NavGroup } from '../../ui/sidebar.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { useScrollLock } from '../../ui/use-scroll-lock.ts'
import { Highlighted } from './highlighted.tsx'
import * as t from './messages.ts'
import { modifierKey } from './modifier-key.ts'
import { keyOf, type Option, type OptionGroup } from './option.ts'
import './palette.css'
import { useFound } from './use-found.ts'

type PaletteProps = {
  groups: readonly NavGroup[]
  recent: readonly Option[]
  onChoose: (option: Option) => void
  onClose: () => void
}

/** One field, and everything that it finds. The focus stays in the field; the keys move the choice. */
export const Palette = ({ groups, recent, onChoose, onClose }: PaletteProps) => {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string>()
  const found = useFound({ user: useUser(), navGroups: groups, recent, text })
  const options = found.groups.flatMap((group) => group.options)
  const active = options.find((option) => keyOf(option) === chosen) ?? options[0]
  const listId = useId()
  const idOf = (option: Option) => `${listId}${options.indexOf(option)}`
  const { go, hasLeft } = useGo(onChoose, onClose)
  const waiting = useGoWhenFound(found.isWaiting, (isNewTab) => {
    if (active && !found.isError) go(active, isNewTab)
  })
  const { remember, giveBack, leave } = useReturnFocus()
  useScrollLock(true)
  useEffect(() => {
    if (active) document.getElementById(idOf(active))?.scrollIntoView({ block: 'nearest' })
  })
  const type = (value: string) => {
    setText(value)
    setChosen(undefined)
    waiting.cancel()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a character.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      const place = active ? options.indexOf(active) : -1
      const next = options.at((place + step) % options.length)
      setChosen(next && keyOf(next))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      const isNewTab = event.metaKey || event.ctrlKey
      if (found.isWaiting && chosen === undefined) waiting.start(isNewTab)
      else if (active) go(active, isNewTab)
    }
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        {/* Not Radix's overlay: that one injects a style element. */}
        <div className="scrim scrim--palette centered">
          <Dialog.Content
            className="palette column"
            aria-describedby={undefined}
            onOpenAutoFocus={remember}
            onCloseAutoFocus={(event) => (hasLeft() ? leave(event) : giveBack(event))}
          >
            <Dialog.Title className="sr-only">{t.search}</Dialog.Title>
            <div className="ask across gap-3">
              <SearchIcon className="ico muted" aria-hidden="true" />
              <input
                className="text-lg"
                role="combobox"
                aria-label={t.searchBrand({ brand: brand.name })}
                aria-expanded={options.length > 0}
                aria-controls={listId}
                aria-autocomplete="list"
                aria-activedescendant={active && idOf(active)}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                enterKeyHint="go"
                maxLength={2000}
                value={text}
                onChange={(event) => type(event.target.value)}
                onKeyDown={onKeyDown}
              />
              <Dialog.Close className="close-key" aria-label={t.close}>
                <Keys names={[t.escapeKey]} />
              </Dialog.Close>
            </div>
            <span className="sr-only" role="status">
              {found.isWaiting ? t.searching : t.resultCount({ count: options.length })}
            </span>
            <div className="found">
              {found.isError && <p className="none small muted">{t.failed}</p>}
              {options.length === 0 && !found.isWaiting && !found.isError && <NothingFound query={found.query} />}
              <div role="listbox" id={listId} aria-label={t.results}>
                {found.groups.map((group) => (
                  <Group
                    key={group.name}
                    group={group}
                    query={found.query}
                    active={active}
                    idOf={idOf}
                    onPoint={(option) => setChosen(keyOf(option))}
                    onGo={go}
                  />
                ))}
              </div>
            </div>
            <Foot />
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const useGo = (onChoose: (option: Option) => void, onClose: () => void) => {
  const navigate = useNavigate()
  const left = useRef(false)
  return {
    hasLeft: () => left.current,
    go: (option: Option, isNewTab: boolean) => {
      onChoose(option)
      if (isNewTab) {
        window.open(option.to, '_blank', 'noopener')
        return
      }
      left.current = true
      onClose()
      void navigate(option.to)
    },
  }
}

/** Someone who types and presses Enter at once means what is about to be found. */
const useGoWhenFound = (isWaiting: boolean, go: (isNewTab: boolean) => void) => {
  const pressed = useRef<{ isNewTab: boolean }>(undefined)
  const goNow = useEffectEvent(go)
  useEffect(() => {
    if (isWaiting || !pressed.current) return
    const { isNewTab } = pressed.current
    pressed.current = undefined
    goNow(isNewTab)
  }, [isWaiting])
  return {
    start: (isNewTab: boolean) => {
      pressed.current = { isNewTab }
    },
    cancel: () => {
      pressed.current = undefined
    },
  }
}

type GroupProps = {
  group: OptionGroup
  query: string
  active: Option | undefined
  idOf: (option: Option) => string
  onPoint: (option: Option) => void
  onGo: (option: Option, isNewTab: boolean) => void
}

const Group = ({ group: { name, options }, query, active, idOf, onPoint, onGo }: GroupProps) => {
  const id = useId()
  return (
    // A fieldset has no place in a listbox.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-labelledby={id}>
      <div className="grp stencil" id={id}>
        {name}
      </div>
      {options.map((option) => (
        // The field has the focus and its keys choose.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={keyOf(option)}
          id={idOf(option)}
          role="option"
          aria-selected={option === active}
          onPointerMove={() => option !== active && onPoint(option)}
          onClick={(event: MouseEvent) => onGo(option, event.metaKey || event.ctrlKey)}
        >
          {option.icon}
          <span>
            <span className="who clip block strong">
              <Highlighted text={option.title} query={query} />
            </span>
            {option.detail && (
              <span className="l2 clip block tiny quiet">
                <Highlighted text={option.detail} query={query} />
              </span>
            )}
          </span>
          <span className="state only-desk">{option.badge}</span>
          <span className="figure nowrap">{option.figure}</span>
        </div>
      ))}
    </div>
  )
}

const NothingFound = ({ query }: { query: string }) => (
  <div className="none">
    <p className="strong">{t.nothingFound({ query })}</p>
    <p className="small muted">{t.nothingFoundNext}</p>
  </div>
)

const Foot = () => (
  <footer className="flex tiny muted gap-5 only-desk" aria-hidden="true">
    <Keys names={['↑', '↓']}>{t.move}</Keys>
    <Keys names={['↵']}>{t.open}</Keys>
    <Keys names={[modifierKey, '↵']}>{t.newTab}</Keys>
    <span className="ml-auto">
      {fillMessage(t.prefixes, {
        actionKey: <Keys names={['>']} />,
        idKey: <Keys names={['#']} />,
        helpKey: <Keys names={['?']} />,
      })}
    </span>
  </footer>
)
