import { KeyRound } from 'lucide-react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AddressesCard } from './addresses-card.tsx'
import * as t from './messages.ts'
import { SigningLink } from './signing-link.tsx'
import { useOwnKeys } from './use-own-keys.ts'

/** On the wallet's page: the way to a wallet of one's own, or where that one stands. */
export const OwnKeysCard = () => {
  const { data: keys } = useOwnKeys()
  if (!keys || keys.holder === 'own-server') return null
  const isOwn = keys.wallet !== null
  return (
    <>
      {isOwn && keys.receiving && <AddressesCard receiving={keys.receiving} hasExplorer={keys.hasExplorer} />}
      <Card title={isOwn ? t.onlyYouTitle : t.connectTitle} aria-label={isOwn ? t.onlyYouTitle : t.connectTitle}>
        <div className="stack gap-4">
          <p className="muted">{isOwn ? t.onlyYouHint : t.connectHint}</p>
          {keys.change && <Notice kind="wait">{t.changePending}</Notice>}
          <div className="cluster gap-2">
            {isOwn && <SigningLink />}
            <ButtonLink to={portalPaths.merchant.ownKeys} icon={<KeyRound className="ico" aria-hidden="true" />}>
              {isOwn ? t.keysTitle : t.connectOwn}
            </ButtonLink>
          </div>
        </div>
      </Card>
    </>
  )
}
