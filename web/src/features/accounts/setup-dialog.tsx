import type { Answer } from '@bitquay/contract/call'
import type { Portal } from '@bitquay/contract/people'
import type { merchantSecurity } from '@bitquay/contract/security'
import { messageOf } from '../../lib/api-error.ts'
import { useCodeForm } from '../../lib/use-code-form.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
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
          toast({ title: '2FA Enabled', description: 'Keep your recovery codes in a safe place.' })
        },
        onError: (refusal) =>
          toast({
            kind: 'bad',
            title: '2FA Verification Failed',
            description: messageOf(refusal, 'Invalid verification code'),
          }),
      },
    ),
  )
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title="Set up 2FA"
      purpose="Scan the code with an authenticator app, then enter the six digits it shows."
      keep={fields.code.length > 0}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="signal" busy={verify.isPending}>
            {verify.isPending ? 'Verifying...' : 'Verify & Enable'}
          </Button>
        </>
      }
    >
      <div className="totp">
        <figure>
          <img src={setup.qrCodeImage} alt="QR code for your authenticator app" width={184} height={184} />
        </figure>
        <div className="grid content-start gap-5">
          <div>
            <span className="strong">Manual key</span>
            <div className="key">
              <span className="mono">{groupsOf(setup.manualKey)}</span>
              <CopyButton text={setup.manualKey.replace(/\s/g, '')} label="Manual key" />
            </div>
          </div>
          <TwoFactorField
            label="2FA code"
            value={fields.code}
            error={errors.code}
            data-autofocus
            onValueChange={(value) => change('code', value)}
          />
        </div>
      </div>
    </Dialog>
  )
}

/** Groups of four are margins: what is selected and copied is the bare key. */
const groupsOf = (key: string) =>
  (key.replace(/\s/g, '').match(/.{1,4}/g) ?? []).map((group, index) => <i key={`${index} ${group}`}>{group}</i>)
