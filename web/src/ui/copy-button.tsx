import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button, type ButtonLook, IconButton } from './button.tsx'
import { toast } from './toast-store.ts'

type CopyButtonProps = ButtonLook & {
  text: string
  /** What is copied, as the toast names it: '{label} copied to clipboard'. */
  label: string
  /** Words on the button; without them it is an icon. */
  children?: ReactNode
}

/** Copies the exact text and says so. */
export const CopyButton = ({ text, label, children, ...look }: CopyButtonProps) => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      toast({ kind: 'info', icon: <Copy />, title: 'Copied', description: `${label} copied to clipboard` })
    } catch {
      toast({
        kind: 'bad',
        title: 'Copy failed',
        description: `${label} could not be copied. Select it and copy by hand.`,
      })
    }
  }
  const icon = copied ? <Check className="ico" aria-hidden="true" /> : <Copy className="ico" aria-hidden="true" />
  return children ? (
    <Button {...look} icon={icon} onClick={() => void copy()}>
      {children}
    </Button>
  ) : (
    <IconButton label={`Copy ${label}`} onClick={() => void copy()}>
      {icon}
    </IconButton>
  )
}
