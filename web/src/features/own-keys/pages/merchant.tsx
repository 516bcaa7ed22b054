import type { OwnKeys } from '@bitquay/contract/own-keys'
import { useState } from 'react'
import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { useUser } from '../../../lib/session.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { ConnectWizard } from '../connect-wizard.tsx'
import * as t from '../messages.ts'
import { OwnWallet } from '../own-wallet.tsx'
import { useOwnKeys } from '../use-own-keys.ts'
import { WaitingChange } from '../waiting-change.tsx'

/** A wallet that only its owner can spend from: connecting, changing and leaving it. */
const OwnKeysPage = () => {
  const reading = useOwnKeys()
  return (
    <Page
      sentence={
        <Link className="link" to={portalPaths.merchant.wallet}>
          {t.backToWallet}
        </Link>
      }
    >
      {reading.data ? (
        <Loaded keys={reading.data} />
      ) : (
        <Card>
          {reading.isError ? (
            <LoadError title={t.loadFailed} sentence={messageOf(reading.error, t.loadFailed)} reading={reading} />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </Card>
      )}
    </Page>
  )
}

const Loaded = ({ keys }: { keys: OwnKeys }) => {
  const isOwner = useUser().role === 'owner'
  const [isChanging, setChanging] = useState(false)
  const { wallet, change } = keys
  const mayChange = isOwner && change === null
  return (
    <>
      {change && <WaitingChange change={change} />}
      {keys.holder === 'own-server' ? (
        <Sentence text={t.ownServer} />
      ) : wallet && !isChanging ? (
        <OwnWallet keys={{ ...keys, wallet }} mayChange={mayChange} onChange={() => setChanging(true)} />
      ) : mayChange ? (
        <ConnectWizard hasExplorer={keys.hasExplorer} onConnected={() => setChanging(false)} />
      ) : (
        !isOwner && <Sentence text={t.ownersOnly} />
      )}
    </>
  )
}

const Sentence = ({ text }: { text: string }) => (
  <div className="c12">
    <Notice>{text}</Notice>
  </div>
)

export default OwnKeysPage
