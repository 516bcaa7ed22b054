import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { AtSign, ChevronDown, DoorClosed, DoorOpen, Download, Eraser, LifeBuoy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Menu, MenuItem } from '../../ui/list-surface/menu.tsx'
import { toast } from '../../ui/toast-store.ts'
import { EmailChangeDialog } from './email-change-dialog.tsx'
import * as t from './messages.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { RecoverySheet } from './recovery-sheet.tsx'
import { useCloseMerchant, useEraseMerchant, useExportMerchant, useReopenMerchant } from './use-account-care.ts'
import { useCareAnswer } from './use-care-answer.ts'

type Merchant = Pick<MerchantDetail, 'id' | 'storeName' | 'email' | 'closingSince' | 'erasedAt'>
type DialogProps = { merchant: Merchant; onClose: () => void }
type Asked = 'close' | 'reopen' | 'recovery' | 'email' | 'erase'

type MenuProps = { merchant: Merchant /** More entries, at the top. */; children?: ReactNode }

/** What an admin can do for a merchant's account, until it is erased. */
export const AccountCareMenu = ({ merchant, children }: MenuProps) => {
  const [asked, setAsked] = useState<Asked>()
  const exporting = useExportMerchant(merchant.id)
  const onError = (error: Error) =>
    toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.exportFailed) })
  const dialog = { merchant, onClose: () => setAsked(undefined) }
  if (merchant.erasedAt !== null) return null
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button>
            {t.careMenu}
            <ChevronDown className="ico" aria-hidden="true" />
          </Button>
        }
      >
        {children}
        <MenuItem icon={<LifeBuoy className="ico" aria-hidden="true" />} onSelect={() => setAsked('recovery')}>
          {t.recoverOwner}
        </MenuItem>
        <MenuItem icon={<AtSign className="ico" aria-hidden="true" />} onSelect={() => setAsked('email')}>
          {t.changeEmail}
        </MenuItem>
        <MenuItem
          icon={<Download className="ico" aria-hidden="true" />}
          onSelect={() => exporting.mutate(undefined, { onError })}
        >
          {t.exportData}
        </MenuItem>
        {merchant.closingSince === null ? (
          <MenuItem icon={<DoorClosed className="ico" aria-hidden="true" />} onSelect={() => setAsked('close')}>
            {t.closeAccount}
          </MenuItem>
        ) : (
          <>
            <MenuItem icon={<DoorOpen className="ico" aria-hidden="true" />} onSelect={() => setAsked('reopen')}>
              {t.reopenAccount}
            </MenuItem>
            <MenuItem icon={<Eraser className="ico" aria-hidden="true" />} onSelect={() => setAsked('erase')}>
              {t.eraseAccount}
            </MenuItem>
          </>
        )}
      </Menu>
      {asked === 'recovery' && <RecoverySheet {...dialog} />}
      {asked === 'email' && <EmailChangeDialog {...dialog} />}
      {asked === 'close' && <CloseMerchantDialog {...dialog} />}
      {asked === 'erase' && <EraseMerchantDialog {...dialog} />}
      {asked === 'reopen' && <ReopenMerchantDialog {...dialog} />}
    </>
  )
}

const CloseMerchantDialog = ({ merchant: { id, storeName }, onClose }: DialogProps) => (
  <ReasonDialog
    title={t.closeNamed({ store: storeName })}
    purpose={t.closeMerchantPurpose}
    confirm={t.closeAccount}
    confirming={t.closing}
    bad
    done={t.closedToast}
    storeName={storeName}
    action={useCloseMerchant(id)}
    onClose={onClose}
  />
)

const EraseMerchantDialog = ({ merchant: { id, storeName }, onClose }: DialogProps) => {
  const erasing = useEraseMerchant(id)
  const { code, told } = useCareAnswer({ title: t.erasedToast, description: storeName }, onClose)
  return (
    <FormDialog
      title={t.eraseNamed({ store: storeName })}
      purpose={t.eraseMerchantPurpose}
      confirm={t.eraseAccount}
      confirming={t.erasing}
      bad
      busy={erasing.isPending}
      onClose={onClose}
      onSubmit={() => erasing.mutate(code.proof, told)}
    >
      <OwnCodeField {...code} />
    </FormDialog>
  )
}

const ReopenMerchantDialog = ({ merchant: { id, storeName }, onClose }: DialogProps) => (
  <ReasonDialog
    title={t.reopenNamed({ store: storeName })}
    purpose={t.reopenPurpose}
    confirm={t.reopenAccount}
    confirming={t.reopening}
    done={t.reopenedToast}
    storeName={storeName}
    action={useReopenMerchant(id)}
    onClose={onClose}
  />
)
