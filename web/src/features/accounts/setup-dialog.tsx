import type { merchantSecurity } from '@bitquay/contract/accounts.security'
import type { Answer } from '@bitquay/contract/call'
import type { Portal } from '@bitquay/contract/people'
import { messageOf } from '../../lib/api-error.ts'
import { useCodeForm } from '../../lib/use-code-form.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import * as t from './messages.ts'
import './setup-dialog.css'
import { useVerifyTwoFactor } from './use-security.ts'

type SetupDialogProps = {
  portal: Portal
  /** The pending secret. */
  setup: Answer<typeof merchantSecurity.setupTwoFactor>
  onClose: () => void
  onEnabled: (recoveryCodes: string[]) => void
}

/** Scan or type the key, then prove it with a code. */
export const SetupDialog = ({ portal, setup, onClose, onEnabled }: SetupDialogProps) => {
  const verify = useVerifyTwoFactor(portal)
  const { fields, errors, change, submit } = useCodeForm()

  const send = submit(({ code }) =>
    verify.mutate(
      { secret: setup.secret, token: code },
      {
        onSuccess: ({ recoveryCodes }) => {
          onClose()
          onEnabled(recoveryCodes)
          toast({ title: t.enabledToast, description: t.keepCodes })
        },
        onError: (refusal) =>
          toast({
            kind: 'bad',
            title: t.verificationFailedToast,
            description: messageOf(refusal, t.invalidCode),
          }),
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.setUp}
      purpose={t.setUpPurpose}
      confirm={t.verifyAndEnable}
      confirming={t.verifying}
      busy={verify.isPending}
      onSubmit={send}
    >
      <div className="totp stack at-top gap-6 phone-single">
        <figure>
          <img src={setup.qrCodeImage} alt={t.qrCode} width={184} height={184} />
        </figure>
        <div className="stack from-top gap-5">
          <div>
            <span className="strong">{t.manualKey}</span>
            <div className="key across gap-2 mt-1.5">
              <span className="mono breaks">{groupsOf(setup.manualKey)}</span>
              <CopyButton text={setup.manualKey.replace(/\s/g, '')} label={t.manualKey} />
            </div>
          </div>
          <TwoFactorField
            label={t.code}
            value={fields.code}
            error={errors.code}
            data-autofocus
            onValueChange={(value) => change('code', value)}
          />
        </div>
      </div>
    </FormDialog>
  )
}

/** Groups of four are margins: what is selected and copied is the bare key. */
const groupsOf = (key: string) =>
  (key.replace(/\s/g, '').match(/.{1,4}/g) ?? []).map((group, index) => <i key={`${index} ${group}`}>{group}</i>)
