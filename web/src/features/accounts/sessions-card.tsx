import type { Session } from '@bitquay/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../frame/screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatAgo, formatDateTime } from '../../lib/format-date.ts'
import { forgetSession } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import './sessions-card.css'
import { useEndSession, useEndSessions, useSessions } from './use-sessions.ts'

/** Where this person is signed in, and the way to end it all. */
export const SessionsCard = () => {
  const list = useSessions()
  const [asking, setAsking] = useState(false)
  return (
    <Card
      title={t.sessions}
      bare
      note={
        <Button size="sm" icon={<LogOut className="ico" aria-hidden="true" />} onClick={() => setAsking(true)}>
          {t.signOutEverywhere}
        </Button>
      }
    >
      <ListBody rows={list.data} query={list} lines={4} failed={{ title: t.sessionsNotLoaded }}>
        {(sessions) => (
          <ul className="rows sessions">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </ListBody>
      <SignOutEverywhere open={asking} onClose={() => setAsking(false)} />
    </Card>
  )
}

const SessionRow = ({ session }: { session: Session }) => {
  const now = useNow(30_000)
  const end = useEndSession()
  const Icon = /phone|android|mobile|ios/i.test(session.device) ? Smartphone : Monitor
  const signOut = () =>
    end.mutate(session.id, {
      onError: (error) => toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.endFailed) }),
    })
  return (
    <li className="auto-rest-auto">
      <span className="dir centered muted">
        <Icon aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <div className="what cluster">
          <span className="strong">{session.device}</span>
          {session.current && <Badge shape="solid">{t.thisDevice}</Badge>}
        </div>
        <div className="small quiet" title={t.signedInAt({ date: formatDateTime(session.createdAt) })}>
          {session.current
            ? t.activeNow({ address: session.address })
            : t.activeAgo({ address: session.address, ago: formatAgo(session.lastSeenAt, now) })}
        </div>
      </div>
      {!session.current && (
        <Button
          size="sm"
          busy={end.isPending}
          onClick={signOut}
          aria-label={t.signOutDevice({ device: session.device })}
        >
          {t.signOut}
        </Button>
      )}
    </li>
  )
}

const SignOutEverywhere = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const end = useEndSessions()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const signOut = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        void navigate(paths.home)
        forgetSession(queryClient)
        toast({ title: t.signedOut })
      },
      onError: (error) => toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.signOutFailed) }),
    })
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={t.signOutEverywhere}
      purpose={t.signOutPurpose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {t.cancel}
          </Button>
          <Button variant="bad" busy={end.isPending} onClick={signOut}>
            {end.isPending ? t.signingOut : t.signOutEverywhere}
          </Button>
        </>
      }
    >
      <p className="muted">{t.signOutWhen}</p>
    </Dialog>
  )
}
