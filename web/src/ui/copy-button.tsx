import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, type ButtonLook, IconButton } from './button.tsx'
import * as t from './messages.ts'
import { toast } from './toast-store.ts'
import { useCopy } from './use-copy.ts'

type CopyButtonProps = ButtonLook & {
  text: string
  /** What is copied, as the toast names it: '{label} copied to clipboard'. */
  label: string
  /** Words on the button; without them it is an icon. */
  children?: ReactNode
}

/** Copies the exact text and shows a toast. */
export const CopyButton = ({ text, label, children, ...look }: CopyButtonProps) => {
  const { state, copy } = useCopy(text, (result) =>
    result === 'copied'
      ? toast({ kind: 'info', icon: <Copy />, title: t.copiedToast, description: t.copied({ label }) })
      : toast({ kind: 'bad', title: t.copyFailedToast, description: t.copyFailed({ label }) }),
  )
  const icon =
    state === 'copied' ? <Check className="ico" aria-hidden="true" /> : <Copy className="ico" aria-hidden="true" />
  return children ? (
    <Button {...look} icon={icon} onClick={copy}>
      {children}
    </Button>
  ) : (
    <IconButton label={t.copyLabel({ label })} onClick={copy}>
      {icon}
    </IconButton>
  )
}
