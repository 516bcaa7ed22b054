import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '../../lib/session.ts'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import * as t from './messages.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { isRefundable, type Preset, type RefundedInvoice } from './refund-form.ts'

type RefundButtonProps = Pick<ButtonLook, 'size' | 'variant'> & {
  invoice: RefundedInvoice
  /** The amount that the field shows at first. */
  preset?: Preset
  /** Instead of "Refund". */
  label?: string
  /** Also opens when the address ends with `#refund`, as links from payments do, or as older ones did. */
  opensByAddress?: boolean
}

/** Opens the refund of an invoice. Not shown to people who can't refund, or when nothing is left. */
export const RefundButton = ({
  invoice,
  preset,
  label = t.refund,
  opensByAddress = false,
  ...look
}: RefundButtonProps) => {
  const isOffered = useUser().role !== 'user' && isRefundable(invoice.refundable)
  const isLinked = /^#refunds?$/.test(useLocation().hash) && opensByAddress && isOffered
  const { open, dialog } = useRefundDialog(invoice, preset, isLinked)
  return (
    <>
      {isOffered && (
        <Button {...look} icon={<Undo2 className="ico" aria-hidden="true" />} onClick={open}>
          {label}
        </Button>
      )}
      {dialog}
    </>
  )
}

/** The dialog stays open when its refund leaves nothing to refund: it shows the link. */
const useRefundDialog = (invoice: RefundedInvoice, preset: Preset | undefined, isOpenAtFirst: boolean) => {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return {
    isOpen,
    open: () => setIsOpen(true),
    dialog: isOpen && <RefundDialog invoice={invoice} preset={preset} onClose={() => setIsOpen(false)} />,
  }
}
