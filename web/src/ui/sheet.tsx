import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Form } from './form.tsx'
import * as t from './list-surface/messages.ts'
import { reachByKeyboard } from './reach-by-keyboard.ts'
import './sheet.css'
import { useReturnFocus } from './use-return-focus.ts'
import { useScrollLock } from './use-scroll-lock.ts'

type SheetProps = {
  title: string
  /** Below the title, such as a state. */
  note?: ReactNode
  onClose: () => void
  /** Fixed at the foot. The one signal act comes last. */
  footer?: ReactNode
  children: ReactNode
}

type DetailSheetProps = SheetProps & {
  /** Shows the row before or after, if there is one. */
  onMove?: ((step: 1 | -1) => void) | undefined
}

/**
 * The detail of a row beside its list, which stays usable and gives way. It takes the focus when it opens; Escape closes it
 * and gives the focus back.
 */
export const DetailSheet = ({ title, note, onClose, onMove, footer, children }: DetailSheetProps) => {
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => {
    const cameFrom = document.activeElement
    sheet.current?.focus({ preventScroll: true })
    return () => {
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus({ preventScroll: true })
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== sheet.current || !onMove) return
    const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    if (!step) return
    event.preventDefault()
    onMove(step)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside className="sheet sheet--detail" ref={sheet} tabIndex={-1} aria-label={title} onKeyDown={onKeyDown}>
      <div className="sheet-head flex gap-1 at-top">
        <div>
          <h2 className="hull text-xl">{breakable(title)}</h2>
          {note}
        </div>
        {onMove && (
          <>
            <IconButton label={t.previousRow} onClick={() => onMove(-1)}>
              <ChevronUp className="ico" aria-hidden="true" />
            </IconButton>
            <IconButton label={t.nextRow} onClick={() => onMove(1)}>
              <ChevronDown className="ico" aria-hidden="true" />
            </IconButton>
          </>
        )}
        <IconButton label={t.close} onClick={onClose}>
          <X className="ico" aria-hidden="true" />
        </IconButton>
      </div>
      <div className="body gap-4.5" ref={reachByKeyboard}>
        {children}
      </div>
      {footer && <div className="sheet-foot across gap-2">{footer}</div>}
    </aside>
  )
}

/** An email address that is too long breaks before its domain. */
const breakable = (title: string): ReactNode => {
  const at = title.indexOf('@')
  if (at < 0) return title
  return (
    <>
      {title.slice(0, at)}
      <wbr />
      {title.slice(at)}
    </>
  )
}

type FormSheetProps = SheetProps & {
  onSubmit?: () => void
  /** Stands beside the form, such as a preview. On a phone it follows the form. */
  beside?: ReactNode
}

/** A form above the page. Closing asks first once something was typed. */
export const FormSheet = ({ title, note, onClose, footer, onSubmit, beside, children }: FormSheetProps) => {
  const typed = useRef(false)
  const [asking, setAsking] = useState(false)
  const focused = useRef<Element | null>(null)
  const { remember, giveBack } = useReturnFocus()
  useScrollLock(true)
  const close = () => {
    if (!typed.current) return onClose()
    if (asking) return
    focused.current = document.activeElement
    setAsking(true)
  }
  const keepEditing = () => {
    setAsking(false)
    if (focused.current instanceof HTMLElement) focused.current.focus()
  }
  const content = (
    <>
      {beside ? (
        <div className="body">
          <div className="stack gap-4 from-top">{children}</div>
          <div className="beside">{beside}</div>
        </div>
      ) : (
        <div className="body gap-4.5">{children}</div>
      )}
      {asking ? (
        <div className="sheet-foot across gap-2" role="alert">
          <span className="grow">{t.discardQuestion}</span>
          <Button onClick={keepEditing}>{t.keepEditing}</Button>
          <Button variant="bad" onClick={onClose}>
            {t.discard}
          </Button>
        </div>
      ) : (
        footer && <div className="sheet-foot across gap-2">{footer}</div>
      )}
    </>
  )
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        {/* Not Radix's overlay: that one injects a style element. */}
        <div className="scrim scrim--sheet centered">
          <Dialog.Content
            className={classNames('sheet sheet--form', beside !== undefined && 'sheet--two')}
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              remember()
              const first = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
                '.body :is(input, textarea)',
              )
              if (!first) return
              event.preventDefault()
              first.focus()
            }}
            onCloseAutoFocus={giveBack}
            onInput={() => {
              typed.current = true
            }}
          >
            <div className="sheet-head flex gap-1 at-top">
              <div>
                <Dialog.Title className="hull text-xl">{title}</Dialog.Title>
                {note}
              </div>
              <Dialog.Close asChild>
                <IconButton label={t.close}>
                  <X className="ico" aria-hidden="true" />
                </IconButton>
              </Dialog.Close>
            </div>
            {onSubmit ? (
              <Form className="contents" onSubmit={onSubmit}>
                {content}
              </Form>
            ) : (
              content
            )}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
