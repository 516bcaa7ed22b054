import { CircleCheck, CircleX, Clock, Info, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import * as t from './messages.ts'
import { dismissToast, type ShownToast, type ToastKind, useToasts } from './toast-store.ts'

const icons: Record<ToastKind, typeof Info> = { ok: CircleCheck, bad: CircleX, wait: Clock, info: Info }

/** One at a time, five seconds, swiped away to the right; F8 goes to it. */
export const Toaster = () => {
  const toasts = useToasts()
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label={t.notification}>
      {toasts.map((shown) => (
        <Toast key={shown.id} {...shown} />
      ))}
      {/* A dialog hides everything else from screen readers, except what has this attribute. */}
      <Radix.Viewport className="toasts" hotkey={['F8']} label={t.notifications({ hotkey: 'F8' })} aria-live="off" />
    </Radix.Provider>
  )
}

const Toast = ({ id, open, title, description, kind = 'ok', icon }: ShownToast) => {
  const Icon = icons[kind]
  return (
    <Radix.Root
      className={`toast tone-${kind}`}
      open={open}
      onOpenChange={(stays) => {
        if (!stays) dismissToast(id)
      }}
    >
      <span className="hoist centered" aria-hidden="true">
        {icon ?? <Icon />}
      </span>
      {/* Radix announces the words from a place of its own; said here too they would be heard twice. */}
      <div className="words" role={kind === 'bad' ? 'alert' : 'status'} aria-live="off">
        <Radix.Title className="title">{title}</Radix.Title>
        {description && <Radix.Description className="sentence muted small">{description}</Radix.Description>}
      </div>
      <Radix.Close className="iconbtn" aria-label={t.dismiss}>
        <X className="ico" aria-hidden="true" />
      </Radix.Close>
      <span className="life" aria-hidden="true" />
    </Radix.Root>
  )
}
