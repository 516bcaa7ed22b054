import type { TeamMember } from '@bitquay/contract/merchants.team'
import { MailPlus, UserCheck, UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate, formatRelative } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/input.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { Table } from '../../ui/table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import * as t from './messages.ts'
import { RolesCard } from './roles-card.tsx'
import { TeamDialog } from './team-dialog.tsx'
import { type Role, useChangeRole, useConfirm, useRemove, useResend, useTeam } from './use-team.ts'
import './team-card.css'

/** A user of the store: everyone but the owner, whom nobody changes here. */
type TeamUser = TeamMember & { id: number }

type Asked = { what: 'remove' | 'resend' | 'confirm'; user: TeamUser } | { what: 'role'; user: TeamUser; role: Role }

/** Everyone who can sign in for the store, and what each role can do. */
export const TeamCard = () => {
  const list = useTeam()
  const [isInviting, setIsInviting] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <>
      <Card
        title={t.cardTitle}
        bare
        aria-label={t.cardTitle}
        note={
          <Button
            variant="signal"
            size="sm"
            icon={<UserPlus className="ico" aria-hidden="true" />}
            onClick={() => setIsInviting(true)}
          >
            {t.invite}
          </Button>
        }
      >
        <ListBody
          rows={list.data}
          query={list}
          failed={{ title: t.loadFailedTitle, sentence: messageOf(list.error, t.loadFailed) }}
          lines={4}
        >
          {(rows) => (
            <div className="team-table">
              <Table
                caption={t.cardTitle}
                phone="blocks"
                rows={rows}
                keyOf={({ email }) => email}
                columns={toColumns(setAsked)}
              />
            </div>
          )}
        </ListBody>
      </Card>
      <RolesCard />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {asked?.what === 'role' && <RoleDialog user={asked.user} role={asked.role} onClose={close} />}
      {asked?.what === 'remove' && <RemoveDialog user={asked.user} onClose={close} />}
      {asked?.what === 'resend' && <ResendDialog user={asked.user} onClose={close} />}
      {asked?.what === 'confirm' && <ConfirmDialog user={asked.user} onClose={close} />}
    </>
  )
}

const toColumns = (ask: (asked: Asked) => void) => [
  {
    head: t.nameHead,
    cell: ({ name, email, isYou }: TeamMember) => (
      <>
        <div className="medium breaks">
          {name} {isYou && <span className="small muted">{t.you}</span>}
        </div>
        <div className="small muted break-all">{email}</div>
      </>
    ),
  },
  { head: t.roleHead, cell: (member: TeamMember) => <RoleChoice member={member} ask={ask} /> },
  { head: t.statusHead, cell: (member: TeamMember) => <Status {...member} /> },
  {
    head: t.twoFactorHead,
    cell: ({ twoFactorEnabled }: TeamMember) => (twoFactorEnabled ? t.twoFactorOn : t.twoFactorOff),
  },
  { head: t.lastSeenHead, cell: (member: TeamMember) => <span className="small muted">{describeSeen(member)}</span> },
  {
    head: t.actionsHead,
    numeric: true,
    acts: true,
    cell: (member: TeamMember) => <Actions member={member} ask={ask} />,
  },
]

const isChangeable = (member: TeamMember): member is TeamUser => member.id !== null && !member.isYou

const roleWords = { owner: t.owner, admin: t.admin, user: t.user }

/** The choice stays as it was until the change is confirmed with a code. */
const RoleChoice = ({ member, ask }: { member: TeamMember; ask: (asked: Asked) => void }) =>
  isChangeable(member) ? (
    <Select
      aria-label={t.roleOf({ name: member.name })}
      value={member.role}
      onChange={(event) => ask({ what: 'role', user: member, role: event.target.value === 'admin' ? 'admin' : 'user' })}
    >
      <option value="admin">{t.admin}</option>
      <option value="user">{t.user}</option>
    </Select>
  ) : (
    roleWords[member.role]
  )

const Status = ({ status, isUnconfirmed }: Pick<TeamMember, 'status' | 'isUnconfirmed'>) => {
  if (isUnconfirmed) return <Badge shape="dashed">{t.unconfirmed}</Badge>
  if (status === 'active') return <Badge shape="solid">{t.active}</Badge>
  return status === 'invited' ? <Badge shape="dashed">{t.invited}</Badge> : <Badge shape="open">{t.inactive}</Badge>
}

const describeSeen = ({ status, invitedUntil, createdAt, lastSeenAt }: TeamMember) => {
  if (status === 'invited') return invitedUntil === null ? t.expired : t.sentOn({ date: formatDate(createdAt) })
  return lastSeenAt === null ? t.never : formatRelative(lastSeenAt)
}

const Actions = ({ member, ask }: { member: TeamMember; ask: (asked: Asked) => void }) =>
  isChangeable(member) ? (
    <span className="inline-row gap-1">
      {member.isUnconfirmed && (
        <IconButton
          label={t.confirmNamed({ name: member.name })}
          onClick={() => ask({ what: 'confirm', user: member })}
        >
          <UserCheck className="ico" />
        </IconButton>
      )}
      {member.status === 'invited' && !member.isUnconfirmed && (
        <IconButton label={t.resendTo({ name: member.name })} onClick={() => ask({ what: 'resend', user: member })}>
          <MailPlus className="ico" />
        </IconButton>
      )}
      <IconButton label={t.removeNamed({ name: member.name })} onClick={() => ask({ what: 'remove', user: member })}>
        <UserMinus className="ico" />
      </IconButton>
    </span>
  ) : null

type UserDialogProps = { user: TeamUser; onClose: () => void }

const RoleDialog = ({ user: { id, name }, role, onClose }: UserDialogProps & { role: Role }) => (
  <TeamDialog
    title={t.changeTitle}
    purpose={role === 'admin' ? t.makeAdmin({ name }) : t.makeUser({ name })}
    confirm={t.changeRole}
    confirming={t.changing}
    action={useChangeRole(id, role)}
    done={{ title: t.changedToast, description: t.changedText({ name, role: roleWords[role] }) }}
    failed={t.changeFailed}
    onClose={onClose}
  />
)

const RemoveDialog = ({ user: { id, name, email, status }, onClose }: UserDialogProps) => (
  <TeamDialog
    title={t.removeTitle({ name })}
    purpose={status === 'invited' ? t.revokePurpose({ email }) : t.removePurpose({ email })}
    confirm={t.remove}
    confirming={t.removing}
    bad
    action={useRemove(id)}
    done={{ title: t.removedToast, description: t.removedText({ email }) }}
    failed={t.removeFailed}
    onClose={onClose}
  />
)

const ConfirmDialog = ({ user: { id, name, email }, onClose }: UserDialogProps) => (
  <TeamDialog
    title={t.confirmTitle({ name })}
    purpose={t.confirmPurpose({ email })}
    confirm={t.confirm}
    confirming={t.confirming}
    action={useConfirm(id)}
    done={{ title: t.confirmedToast, description: t.confirmedText({ email }) }}
    failed={t.confirmFailed}
    onClose={onClose}
  />
)

const ResendDialog = ({ user: { id, email }, onClose }: UserDialogProps) => (
  <TeamDialog
    title={t.resendTitle}
    purpose={t.resendPurpose({ email })}
    confirm={t.sendInvitation}
    confirming={t.sending}
    action={useResend(id)}
    done={{ title: t.invitedToast, description: t.invitedText({ email }) }}
    failed={t.inviteFailed}
    onClose={onClose}
  />
)
