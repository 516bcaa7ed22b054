import { createApiKey } from '@bitquay/contract/api-keys'
import { getWallet } from '@bitquay/contract/balances'
import { Store } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AuthFrame } from '../../../frame/auth-frame.tsx'
import { docsPaths } from '../../../frame/docs-screens.ts'
import { usePageTitle } from '../../../frame/page-title.ts'
import { paths } from '../../../frame/screens.ts'
import { Waiting } from '../../../frame/waiting.tsx'
import { ask } from '../../../lib/api.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { servedMode } from '../../../lib/mode.ts'
import { useSession } from '../../../lib/session.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CopyRow } from '../../../ui/copy-row.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { TwoFactorField } from '../../../ui/two-factor-field.tsx'
import { SignInSteps } from '../../accounts/index.ts'
import * as t from '../messages.ts'
import { type PluginRequest, readPluginRequest, refundPermission } from '../read-plugin-request.ts'

/**
 * Where a shop's BTCPay plugin sends its owner: a manager of the store agrees, a key is made, and the shop is given it by
 * a form that the browser posts, as BTCPay does it.
 */
const AuthorizePluginPage = () => {
  usePageTitle(t.connect)
  const [params] = useSearchParams()
  const user = useSession()
  const request = readPluginRequest(params, servedMode() !== 'live')
  if (user === undefined) return <Waiting />
  if (user === null) {
    return <SignInSteps purpose={t.signInToConnect({ shop: request.name })} onSignedIn={() => undefined} />
  }
  if (user.type !== 'merchant' || user.role === 'user') {
    return (
      <AuthFrame title={t.connect} purpose={t.notAllowed}>
        <ButtonLink to={paths.home}>{t.backToHome}</ButtonLink>
      </AuthFrame>
    )
  }
  return <Consent request={request} storeName={user.storeName ?? t.yourStore} />
}

/** The form is submitted once it is rendered with the key. Before that there is nothing to send. */
const submitDrawn = (form: HTMLFormElement | null) => form?.submit()

const Consent = ({ request, storeName }: { request: PluginRequest; storeName: string }) => {
  const [code, setCode] = useState('')
  const allow = useAction({
    mutationFn: async () => {
      const { id: storeId } = await ask(getWallet)
      const { name } = request
      const { key } = await ask(createApiKey, {
        body:
          code === ''
            ? { name, scopes: ['read', 'invoices'] }
            : { name, scopes: ['read', 'invoices', 'refunds'], twoFactorToken: code },
      })
      const given = [...request.given, ...(code === '' ? [] : [refundPermission])]
      return { key, permissions: given.map((permission) => `${permission}:${storeId}`) }
    },
    onError: (error) => toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.connectFailed) }),
  })
  const done = allow.data
  return (
    <AuthFrame title={t.connectOne({ shop: request.name })} purpose={t.connectPurpose({ store: storeName })}>
      <div className="stack gap-5">
        {request.host && (
          <div className="across gap-3">
            <Store className="ico" aria-hidden="true" />
            <span>{fillMessage(t.keySentTo, { host: <b className="mono break-all ink">{request.host}</b> })}</span>
          </div>
        )}
        <div>
          <div className="strong">{t.canDo}</div>
          <ul className="mt-1.5 stack bullets gap-1 muted">
            <li>{t.canCreate}</li>
            <li>{t.canRead}</li>
            <li>{t.canReceive}</li>
          </ul>
        </div>
        <p className="muted">{t.cannotSend}</p>
        {request.wantsRefunds && (
          <TwoFactorField label={t.refundCode} hint={t.refundCodeHint} value={code} onValueChange={setCode} />
        )}
        {request.refused.length > 0 && (
          <Notice kind="wait">
            {fillMessage(t.notGranted, { permissions: <span className="mono">{request.refused.join(', ')}</span> })}
          </Notice>
        )}
        {request.problem && <Notice kind="bad">{request.problem}</Notice>}
        {done && !request.redirect ? (
          <CopyRow label={t.apiKey} text={done.key} />
        ) : (
          <div className="flex wraps gap-3">
            <Button
              variant="signal"
              size="lg"
              busy={allow.isPending || done !== undefined}
              disabled={request.problem !== undefined}
              onClick={() => allow.mutate()}
            >
              {allow.isPending || done ? t.connecting : t.allow}
            </Button>
            <ButtonLink to={paths.home} size="lg">
              {t.cancel}
            </ButtonLink>
          </div>
        )}
        <p className="small muted">
          {fillMessage(t.unexpected, { link: <Link to={docsPaths.docsPlugins}>{t.howItWorks}</Link> })}
        </p>
        {done && request.redirect && (
          <form className="stack gap-4.5" ref={submitDrawn} method="post" action={request.redirect} hidden>
            <input type="hidden" name="apiKey" value={done.key} />
            {done.permissions.map((permission) => (
              <input key={permission} type="hidden" name="permissions[]" value={permission} />
            ))}
          </form>
        )}
      </div>
    </AuthFrame>
  )
}

export default AuthorizePluginPage
