import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { Form } from './form.tsx'
import * as t from './messages.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { useScrollLock } from './use-scroll-lock.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** One line that says what it is for. */
  purpose?: ReactNode
  /** Only the buttons close it, as they do once something was typed: it shows what is shown once, or is busy. */
  keep?: boolean
  /** Actions, the signal last. */
  footer?: ReactNode
  /** Where a form is the dialog's content, it wraps body and footer. */
  onSubmit?: () => void
  children: ReactNode
}

/** A dialog, on phones a sheet from below. Focus is trapped, and goes back to where it was. */
export const Dialog = ({
  open,
  onOpenChange,
  title,
  purpose,
  keep = false,
  footer,
  onSubmit,
  children,
}: DialogProps) => {
  const { remember, giveBack } = useReturnFocus()
  const typed = useRef(false)
  useScrollLock(open)
  const markTyped = () => {
    typed.current = true
  }
  const stay = (event: Event) => {
    if (keep || typed.current) event.preventDefault()
  }
  const content = (
    <>
      <div className="body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </>
  )
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* Not Radix's overlay: that one injects a style element. */}
        <div className="scrim centered">
          <Radix.Content
            className="dialog column"
            onOpenAutoFocus={(event) => {
              remember()
              typed.current = false
              const first = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[data-autofocus]:enabled')
              if (!first) return
              event.preventDefault()
              first.focus()
            }}
            onCloseAutoFocus={giveBack}
            onInput={markTyped}
            onPaste={markTyped}
            onEscapeKeyDown={stay}
            onPointerDownOutside={stay}
            {...(purpose ? {} : { 'aria-describedby': undefined })}
          >
            <header className="flex between gap-4">
              <div>
                <Radix.Title className="hull">{title}</Radix.Title>
                {purpose && <Radix.Description className="muted mt-1.5">{purpose}</Radix.Description>}
              </div>
              <Radix.Close asChild>
                <IconButton label={t.close}>
                  <X className="ico" />
                </IconButton>
              </Radix.Close>
            </header>
            {onSubmit ? (
              <Form className="contents" onSubmit={onSubmit}>
                {content}
              </Form>
            ) : (
              content
            )}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
