import type { Session } from '@bitquay/contract/auth'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../frame/screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatAge, formatDateTime } from '../../lib/format-date.ts'
import { forgetSession } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import './sessions-card.css'
import { useEndSession, useEndSessions, useSessions } from './use-sessions.ts'

/** Where this person is signed in, and the way to end it all. */
export const SessionsCard = () => {
  const list = useSessions()
  const [asking, setAsking] = useState(false)
  return (
    <Card
      title="Sessions"
      span={7}
      bare
      note={
        <Button size="sm" icon={<LogOut className="ico" aria-hidden="true" />} onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <ListBody
        rows={list.data}
        query={list}
        lines={4}
        failed={<Notice kind="bad">Your sessions could not be loaded.</Notice>}
      >
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
      onSuccess: () => toast({ title: 'Session ended', description: `${session.device} was signed out.` }),
      onError: (error) =>
        toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to end the session') }),
    })
  return (
    <li>
      <span className="dir">
        <Icon aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <div className="what">
          <span className="strong">{session.device}</span>
          {session.current && <Badge shape="solid">This device</Badge>}
        </div>
        <div className="small quiet" title={`Signed in ${formatDateTime(session.createdAt)}`}>
          {session.address} · {session.current ? 'active now' : `active ${formatAge(session.lastSeenAt, now)} ago`}
        </div>
      </div>
      {!session.current && (
        <Button size="sm" busy={end.isPending} onClick={signOut} aria-label={`Sign out ${session.device}`}>
          Sign out
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
        toast({ title: 'Signed out everywhere' })
      },
      onError: (error) =>
        toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to sign out everywhere') }),
    })
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title="Sign out everywhere"
      purpose="Every session of yours ends, this one too. You will have to sign in again."
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button variant="bad" busy={end.isPending} onClick={signOut}>
            {end.isPending ? 'Signing out...' : 'Sign out everywhere'}
          </Button>
        </>
      }
    >
      <p className="muted">Do this when you have lost a device, or do not know a session in the list.</p>
    </Dialog>
  )
}
