import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RevealRecoveryPhrase } from './reveal-recovery-phrase.tsx'
import type { Wallet } from './wallet-card.tsx'

type State = Wallet['recoveryWords']

const badges: Record<State, ReactNode> = {
  waiting: <Badge shape="dashed">Not read yet</Badge>,
  read: <Badge shape="solid">Read</Badge>,
  elsewhere: <Badge shape="open">Elsewhere</Badge>,
}

type RecoveryWordsCardProps = { state: State; owner: boolean; twoFactorEnabled: boolean }

/** The words are the wallet. They are kept encrypted until the owner reads them, once; then we have them no more. */
export const RecoveryPhraseCard = ({ state, owner, twoFactorEnabled }: RecoveryWordsCardProps) => (
  <Card title="Recovery words" note={badges[state]} span={5} aria-label="Recovery words">
    {state === 'waiting' && (
      <>
        <p>
          The words that restore this wallet are kept here, encrypted, until the owner reads them. That is possible
          once, with a 2FA code; then they are deleted here.
        </p>
        <div className="mt-4">
          <Notice kind="wait">
            Until then a copy of the keys is with us.
            {owner && !twoFactorEnabled && (
              <>
                {' '}
                <Link className="link" to={portalPaths.merchant.security}>
                  Set up 2FA
                </Link>{' '}
                so that you can take it over.
              </>
            )}
          </Notice>
        </div>
      </>
    )}
    {state === 'read' && (
      <p>
        The owner has read the words of this wallet. They are no longer here: keep them safe, nobody can show them
        again.
      </p>
    )}
    {state === 'elsewhere' && (
      <p>This wallet was made on your own BTCPay Server. Its words are with whoever made it; we never had them.</p>
    )}
    {/* Stays while the state changes under it: the words are on the screen when they are gone everywhere else. */}
    {owner && <RevealRecoveryPhrase offered={state === 'waiting' && twoFactorEnabled} />}
  </Card>
)
